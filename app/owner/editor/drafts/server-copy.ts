import { useEffect, useRef } from "react";
import { abortAfter } from "../../../site/abort-after.ts";
import { type FormDraft, readKept } from "../../../ui/forms/form-drafts.ts";

const waitMs = 1500;

/** Requests follow one another, so that the save before it can't overtake a deletion. */
let requests: Promise<unknown> = Promise.resolve();

function post(entry: Record<string, string>): void {
  const body = new URLSearchParams(entry);
  requests = requests.then(() =>
    fetch("/posts/create/rascunho", {
      method: "POST",
      body,
      redirect: "manual",
      // Sent even while the page is being left; browsers limit such requests to 64 KiB.
      keepalive: body.toString().length < 60_000,
      signal: abortAfter(20_000),
    }).catch(() => undefined),
  );
}

export function deleteServerCopy(draftId: string): void {
  post({ apagar: draftId });
}

function isWorthKeeping({ fields, photos }: FormDraft): boolean {
  return Boolean(fields?.title?.[0]?.trim() || photos?.some(({ id }) => id));
}

/**
 * Keeps a copy of this browser's draft on the server. Returns what to call after every change, with the
 * draft's id if its owner emptied the form: a draft can also be gone because of a logout.
 */
export function useServerCopy(key: string | null): (emptied: string | null) => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const changed = useRef(false);
  const emptied = useRef<string | null>(null);
  const isSent = useRef(false);

  function send() {
    if (timer.current) clearTimeout(timer.current);
    timer.current = null;
    if (!changed.current || !key) return;
    changed.current = false;
    const kept = readKept(key);
    if (kept && isWorthKeeping(kept.draft)) {
      isSent.current = true;
      post({ rascunho: JSON.stringify(kept) });
    } else if (!kept && emptied.current && isSent.current) {
      isSent.current = false;
      deleteServerCopy(emptied.current);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` only reads references and the key
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    addEventListener("pagehide", send, { signal });
    addEventListener("online", () => schedule(emptied.current), { signal });
    return () => {
      left.abort();
      send();
    };
  }, [key]);

  function schedule(draftId: string | null) {
    emptied.current = draftId;
    changed.current = true;
    if (timer.current) clearTimeout(timer.current);
    timer.current = setTimeout(send, waitMs);
  }
  return schedule;
}
