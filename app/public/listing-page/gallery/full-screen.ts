import { type IconName, iconBefore } from "../../../platform/ui/icon-names.ts";
import { indexForKey } from "./carousel.ts";
import styles from "./full-screen.module.css";
import { watchStrip } from "./strip.ts";

/** Marks the history entry of the photos. */
const mark = "closesOnBack";

const hasOwnEntry = () => history.state?.[mark] === true;

/** While the page is pinch-zoomed, one finger pans instead of turning photos. */
const isZoomed = () => (visualViewport?.scale ?? 1) > 1.01;

/**
 * Shows the gallery's photos full screen, from one on; `onClose` gets the last one shown. Has a history entry of its
 * own, so that Back, as a button or a gesture, closes it instead of leaving the page.
 */
export function openFullScreen(
  links: readonly HTMLAnchorElement[],
  from: number,
  onClose: (index: number) => void,
): void {
  const count = links.length;
  let index = from;
  const dialog = document.createElement("dialog");
  dialog.className = styles.screen ?? "";
  dialog.translate = false;
  dialog.setAttribute("aria-label", "Fotos do imóvel em tela cheia");
  dialog.innerHTML = `
    <form method="dialog" class="${styles.close}">${button("submit", "Fechar", "x")}</form>
    <ol></ol>
    ${count > 1 ? controls : ""}
    <p class="visually-hidden" aria-live="polite"></p>`;
  const list = dialog.querySelector("ol") as HTMLOListElement;
  if (count > 1) list.tabIndex = 0;
  const items = links.map(() => list.appendChild(document.createElement("li")));
  const counter = dialog.querySelector("[data-counter]");
  const announcer = dialog.querySelector("[aria-live]");

  /** Only the photo shown and its neighbours load. */
  function show(to: number): void {
    index = to;
    if (counter) counter.textContent = `${index + 1} / ${count}`;
    for (const [at, item] of items.entries()) {
      item.setAttribute("aria-hidden", String(at !== index));
      if (Math.abs(at - index) <= 1 && !item.firstChild) fill(item, links[at]);
    }
  }

  function turn(to: number): void {
    const isAtOnce = Math.abs(to - index) > 1;
    show(to);
    glide(to, { isAtOnce });
    if (announcer) announcer.textContent = `Foto ${to + 1} de ${count}`;
  }

  function noteZoom(): void {
    dialog.dataset.zoomed = String(isZoomed());
  }

  function close(): void {
    removeEventListener("popstate", close);
    visualViewport?.removeEventListener("resize", noteZoom);
    dialog.remove();
    onClose(index);
  }

  const glide = watchStrip(list, {
    index: () => index,
    onTurn: turn,
    onScrolled: show,
    isOff: isZoomed,
  });
  dialog.addEventListener("click", ({ target }) => {
    const key = (target as Element).closest("button")?.dataset.key ?? "";
    const to = indexForKey(key, index, count);
    if (to !== null) turn(to);
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Tab") trapFocus(event, dialog);
    if (event.altKey || event.ctrlKey || event.metaKey || count === 1) return;
    const to = indexForKey(event.key, index, count);
    if (to === null) return;
    event.preventDefault();
    turn(to);
  });
  dialog.addEventListener("close", () => {
    if (hasOwnEntry()) history.back();
    else close();
  });
  addEventListener("popstate", close);
  visualViewport?.addEventListener("resize", noteZoom);
  // It exists already if the page was reloaded on it.
  if (!hasOwnEntry()) history.pushState({ ...history.state, [mark]: true }, "");
  noteZoom();
  show(from);
  document.body.append(dialog);
  dialog.showModal();
  list.scrollLeft = from * list.clientWidth;
}

function button(type: string, label: string, icon: IconName, look = ""): string {
  return `<button type="${type}" aria-label="${label}" ${look}><i class="${iconBefore(icon)}"></i></button>`;
}

const controls = `
  ${button("button", "Foto anterior", "arrow-left", `class="${styles.previous}" data-key="ArrowLeft"`)}
  ${button("button", "Próxima foto", "arrow-right", `class="${styles.next}" data-key="ArrowRight"`)}
  <p class="${styles.count}" aria-hidden="true" data-counter></p>`;

function fill(item: HTMLElement, link: HTMLAnchorElement | undefined): void {
  const photo = link?.querySelector("img")?.cloneNode() as HTMLImageElement;
  const ratio = Number(photo.getAttribute("width")) / Number(photo.getAttribute("height"));
  photo.loading = "eager";
  photo.sizes = sizesShown(ratio);
  item.style.setProperty("--ratio", String(ratio));
  const tag = link?.nextElementSibling;
  item.append(photo, ...(tag?.localName === "p" ? [tag.cloneNode(true)] : []));
}

/** Sizes that fit the screen; in landscape the arrows need space on both sides. */
function sizesShown(ratio: number): string {
  const byHeight = `${Math.ceil(100 * ratio)}vh`;
  return `(orientation: landscape) min(100vw - 9rem, ${byHeight}), min(100vw, ${byHeight})`;
}

function trapFocus(event: KeyboardEvent, dialog: HTMLDialogElement): void {
  const controls = [...dialog.querySelectorAll<HTMLElement>("button, [tabindex]")];
  const last = event.shiftKey ? controls[0] : controls.at(-1);
  if (document.activeElement !== last) return;
  event.preventDefault();
  (event.shiftKey ? controls.at(-1) : controls[0])?.focus();
}
