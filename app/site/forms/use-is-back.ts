import { useEffect, useState } from "react";
import { type FormOutcome, lostReason } from "./form-outcome.ts";

/** True if a form couldn't reach the site, and the connection has returned since. */
export function useIsBack(outcome: FormOutcome<unknown> | undefined): boolean {
  const [returned, setReturned] = useState<FormOutcome<unknown>>();
  const lost = outcome?.reason === lostReason ? outcome : undefined;
  useEffect(() => {
    if (!lost) return;
    const note = () => setReturned(lost);
    addEventListener("online", note);
    return () => removeEventListener("online", note);
  }, [lost]);
  return lost !== undefined && returned === lost;
}
