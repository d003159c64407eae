/** Id of the listing whose card an element is on, which says it once: in its link. Empty outside of cards. */
export function listingOfCard(element: Element): string {
  const link = element.closest("article")?.querySelector<HTMLAnchorElement>("a[href*='/posts/']");
  return link?.pathname.split("/")[2] ?? "";
}
