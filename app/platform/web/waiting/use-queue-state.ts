import { useEffect, useState, useSyncExternalStore } from "react";
import type { ChangeQueue, QueueState } from "./change-queue.ts";

/** Follows a queue, and sends what waits: at once, when the connection returns, and as long as it lives. */
export function useQueueState<Value, Answer>(
  queue: ChangeQueue<Value, Answer>,
  /** The state that the page shows as saved. */
  answer: Answer,
): QueueState<Value, Answer> {
  // The page as the server rendered it lacks the changes that wait in the browser.
  const [rendered] = useState<QueueState<Value, Answer>>({
    status: { kind: "idle" },
    answer,
    pending: new Map(),
  });
  const state = useSyncExternalStore(queue.subscribe, queue.state, () => rendered);
  const shown = JSON.stringify(answer);
  useEffect(() => queue.refresh(JSON.parse(shown)), [queue, shown]);
  useEffect(() => {
    const flush = () => void queue.flush();
    flush();
    addEventListener("online", flush);
    return () => {
      removeEventListener("online", flush);
      queue.stop();
    };
  }, [queue]);
  return state;
}

export function browserStorage(): Storage | null {
  try {
    return typeof localStorage === "undefined" ? null : localStorage;
  } catch {
    return null;
  }
}
