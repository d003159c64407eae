import { useEffect } from "react";
import { abortAfter } from "../../site/abort-after.ts";
import { type GroupList, votesPath } from "../group-list.ts";
import type { VoteQueue } from "./vote-queue.ts";

const everyMs = 60_000;
const timeoutMs = 20_000;

/**
 * Reads the list again while it is on the screen, and when it comes back to it: others vote meanwhile, and
 * change its dates. Not by the router, which would replace the list by an error page without a connection.
 */
export function useFreshList(read: GroupList, queue: VoteQueue, beforeChange: () => void): void {
  useEffect(() => {
    let isOld = false;
    async function refresh() {
      if (document.visibilityState !== "visible") return;
      const { answer } = queue.state();
      const list = await fetchList(read.code).catch(() => null);
      // A vote or a form that was answered in the meantime has read it later.
      if (!list || isOld || queue.state().answer !== answer) return;
      beforeChange();
      queue.refresh(list);
    }
    const timer = setInterval(refresh, everyMs);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      isOld = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [read, queue, beforeChange]);
}

async function fetchList(code: string): Promise<GroupList | null> {
  const response = await fetch(votesPath(code), { signal: abortAfter(timeoutMs) });
  return response.ok ? (await response.json()).list : null;
}
