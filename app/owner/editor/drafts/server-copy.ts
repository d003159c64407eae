import { useEffect, useRef } from "react";
import { abortAfter } from "../../../site/abort-after.ts";
import { type FormDraft, isEnded, readKept } from "../../../ui/forms/form-drafts.ts";

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

/** Keeps a copy of this browser's draft on the server. Returns what to call after every change. */
export function useServerCopy(key: string | null): (draftId: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const isChanged = useRef(false);
  const isSent = useRef(false);
  const id = useRef("");

  function send() {
    if (timer.current) clearTimeout(timer.current);
    timer.current = null;
    if (!isChanged.current || !key) return;
    isChanged.current = false;
    const kept = readKept(key);
    if (kept && isWorthKeeping(kept.draft)) {
      isSent.current = true;
      post({
        conteudo: JSON.stringify(kept, (key, value) => (key === "thumb" ? undefined : value)),
      });
      // A logout in another tab ends the draft and leaves its copy.
    } else if (!kept && isSent.current && !isEnded(id.current)) {
      isSent.current = false;
      deleteServerCopy(id.current);
    }
  }

  function schedule() {
    isChanged.current = true;
    if (timer.current) clearTimeout(timer.current);
    timer.current = setTimeout(send, waitMs);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: both only read references and the key
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    addEventListener("pagehide", send, { signal });
    addEventListener("online", schedule, { signal });
    return () => {
      left.abort();
      send();
    };
  }, [key]);

  return (draftId) => {
    id.current = draftId;
    schedule();
  };
}
