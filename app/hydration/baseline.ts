/** Whether the browser has the newest methods that scripts use (docs/decisions/037). */
export function meetsBaseline(): boolean {
  return (
    // Newer than `at` in every engine.
    "findLast" in Array.prototype && "hasOwn" in Object && "throwIfAborted" in AbortSignal.prototype
  );
}
