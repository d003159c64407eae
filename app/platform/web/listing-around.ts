/** Id of the listing of the card that an element is on, or of the ad's page; empty elsewhere. */
export function listingAround(element: Element): string {
  // A card says its id once: in its heading's link.
  const link = element.closest("article")?.querySelector<HTMLAnchorElement>("h3 a");
  return /^.posts.([^/]{36})/.exec((link ?? location).pathname)?.[1] ?? "";
}
