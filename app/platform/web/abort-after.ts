/** Does what `AbortSignal.timeout` does, which Safari has since 16 and Chrome since 103. */
export function abortAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException("", "TimeoutError")), ms);
  return controller.signal;
}
