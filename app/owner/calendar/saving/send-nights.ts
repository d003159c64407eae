import { abortAfter } from "../../../platform/web/abort-after.ts";
import type { NightChange } from "./night-change.ts";
import type { NightSendOutcome } from "./night-queue.ts";

const timeoutMs = 20_000;

export async function sendNights(
  listingId: string,
  { mark, free }: NightChange,
): Promise<NightSendOutcome> {
  const response = await fetch(`/posts/${listingId}/calendario/noites`, {
    method: "POST",
    body: new URLSearchParams({ marcar: mark.join(","), liberar: free.join(",") }),
    // Visitors are redirected to the login page, which would answer 200.
    redirect: "manual",
    signal: abortAfter(timeoutMs),
  });
  if (response.type === "opaqueredirect") return { kind: "logged-out" };
  if (response.status >= 500 || response.status === 408 || response.status === 429) {
    return { kind: "away" };
  }
  if (response.ok) {
    const { nights, skipped } = await response.json();
    return { kind: "saved", answer: { nights, skipped } };
  }
  const answer = await response.json().catch(() => null);
  const message: unknown = answer?.message;
  return typeof message === "string" ? { kind: "refused", message } : { kind: "intercepted" };
}
