/** Returns false in browsers that lack a method our scripts rely on (docs/decisions/010). */
export function meetsBaseline(): boolean {
  return (
    // Every engine that has it also has `at`.
    "findLast" in Array.prototype && "hasOwn" in Object && "throwIfAborted" in AbortSignal.prototype
  );
}
