/** True if a browser fetches the page ahead of time, and nobody may ever see it. */
export function isPrefetch({ headers }: Request): boolean {
  const purpose = headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "";
  return purpose.includes("prefetch");
}
