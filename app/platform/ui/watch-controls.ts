import { copyText } from "./copy-text.ts";
import { maskPhone } from "./forms/phone-mask.ts";
import { iconBefore } from "./icon-names.ts";
import { onClick } from "./on-click.ts";
import { shareAddress } from "./share-address.ts";

/** Serves the controls that any page or island may have, so that none needs React. */
export function watchControls(): void {
  onClick("[data-copy]", ({ dataset: { copy = "", copied: done = "", uncopied: failed = "" } }) =>
    copyText(copy, { done, failed }),
  );
  onClick("[data-share]", (link, event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    shareAddress(link as HTMLAnchorElement, event);
  });
  onClick("[data-print]", () => print());
  onClick("[data-step]", step);
  onClick("[data-shows-password]", showPassword);
  // Before React hears of the input.
  addEventListener("input", mask, { capture: true });
  addEventListener("compositionend", mask, { capture: true });
}

function step(button: HTMLElement): void {
  const input = button.parentElement?.querySelector("input");
  if (!input) return;
  const value = (input.valueAsNumber || 0) + Number(button.dataset.step);
  input.value = String(Math.min(Math.max(value, Number(input.min)), Number(input.max)));
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function showPassword(button: HTMLElement): void {
  const input = button.parentElement?.querySelector("input");
  if (!input) return;
  const isShown = input.type === "password";
  input.type = isShown ? "text" : "password";
  button.ariaPressed = String(isShown);
  button.title = isShown ? "Esconder" : "Mostrar";
  const icon = button.querySelector("i");
  if (icon) icon.className = iconBefore(isShown ? "eye-off" : "eye");
}

function mask(event: Event): void {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || input.type !== "tel") return;
  const { inputType = "", isComposing = false } = event as Partial<InputEvent>;
  // A keyboard that is composing would write its digits again.
  if (isComposing) return;
  const isForward = /^delete.*Forward$/.test(inputType);
  const next = maskPhone(input.value, input.selectionStart ?? undefined, isForward);
  if (input.value !== next.text) input.value = next.text;
  if (input.selectionStart !== next.caret) input.setSelectionRange(next.caret, next.caret);
}
