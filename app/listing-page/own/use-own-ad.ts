import { useEffect, useState } from "react";
import type { OwnAd } from "../../listings/own-ad.ts";

/** What only the ad's owner sees of it: kept pages are the same for everyone. Null for everyone else. */
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
