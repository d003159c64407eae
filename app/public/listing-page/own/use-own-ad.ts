import { useEffect, useState } from "react";
import type { OwnAd } from "../../../domain/listings/listing.ts";

/** Asks the site for the reader's own ad, since its page is the same for everyone. Null if it is another's. */
export function useOwnAd(id: string): OwnAd | null {
  const [own, setOwn] = useState<OwnAd | null>(null);
  useEffect(() => {
    if (!document.documentElement.dataset.conta) return;
    fetch(`/posts/${id}/calendario/noites`, { redirect: "error" })
      .then(async (answer) => answer.ok && setOwn(await answer.json()))
      .catch(() => undefined);
  }, [id]);
  return own;
}
