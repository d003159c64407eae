import { savedEvent } from "../saved/saved-listings.ts";
import { type AddedPage, noteAdded, readAdded } from "./added-pages.ts";

/** Shows what a document's list had before, where the page was scrolled to. */
export function restoreList(): void {
  const list = document.querySelector("[data-list]");
  if (!list) return;
  const { pages, y } = readAdded();
  for (const page of pages) add(list, page);
  // The browser has tried before the list was that long.
  if (scrollY < y) scrollTo(0, y);
}

/** Adds the next page. The focus follows if the keyboard asked for it. */
export async function growList(more: Element, isByKey: boolean): Promise<void> {
  const list = more.previousElementSibling;
  const link = more.querySelector("a");
  if (!list || !link || link.getAttribute("aria-disabled") === "true") return;
  const [failure, [idle, busy]] = [more.querySelector<HTMLElement>("[role=alert]"), link.children];
  const show = (isBusy: boolean, hasFailed = false) => {
    link.setAttribute("aria-disabled", String(isBusy));
    idle?.toggleAttribute("hidden", isBusy);
    busy?.toggleAttribute("hidden", !isBusy);
    failure?.toggleAttribute("hidden", !hasFailed);
  };
  show(true);
  const before = list.querySelectorAll("article").length;
  try {
    const page = await fetchPage(link.href);
    show(false);
    if (!list.isConnected) return;
    add(list, page);
    noteAdded(page);
  } catch {
    return show(false, true);
  }
  const { activeElement, body } = document;
  if (!isByKey || (activeElement !== link && activeElement !== body)) return;
  list.querySelectorAll("article")[before]?.querySelector<HTMLElement>("h3 a")?.focus();
}

/** Throws if anyone but the site answers. */
async function fetchPage(address: string): Promise<AddedPage> {
  const answer = await fetch(address);
  const fetched = new DOMParser().parseFromString(await answer.text(), "text/html");
  const list = fetched.querySelector("[data-list]");
  if (!list) throw new Error("not a list");
  const next = fetched.querySelector("[data-more] a")?.getAttribute("href") ?? null;
  return { html: list.innerHTML, next };
}

/** Leaves out the cards that the list has. A part that it lacks comes as it is. */
function add(list: Element, { html, next }: AddedPage): void {
  const known = new Set([...list.querySelectorAll("article")].map(addressOf));
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const card of body.querySelectorAll("article"))
    if (known.has(addressOf(card))) card.remove();
  for (const part of [...body.children]) {
    if (!part.querySelector("article")) continue;
    const own = list.querySelector(`:scope > ${part.localName}`);
    if (own) rowsOf(own).append(...rowsOf(part).children);
    else list.append(part);
  }
  // Their hearts show which of them are saved.
  document.dispatchEvent(new Event(savedEvent));
  const more = list.nextElementSibling;
  if (!more?.matches("[data-more]")) return;
  more.toggleAttribute("hidden", next === null);
  if (next) more.querySelector("a")?.setAttribute("href", next);
}

function rowsOf(part: Element): Element {
  return part.matches("[data-rows]") ? part : (part.querySelector("[data-rows]") ?? part);
}

function addressOf(card: Element): string | undefined {
  return card.querySelector<HTMLAnchorElement>("h3 a")?.getAttribute("href") ?? undefined;
}
