import { iconBefore } from "../icon-names.ts";
import type { Flash } from "./flash.ts";
import styles from "./toast.module.css";

const looks = {
  success: { className: styles.success, icon: "circle-check" },
  error: { className: styles.error, icon: "circle-exclamation-point" },
  info: { className: styles.info, icon: "info" },
} as const;

/** Shows a toast at the top right for two seconds (spec §2). It needs no React, so every page can. */
export function showToast({ kind, text }: Pick<Flash, "kind" | "text">): void {
  const { className, icon } = looks[kind];
  const toast = document.createElement("div");
  toast.className = `${styles.toast} ${className}`;
  toast.role = kind === "error" ? "alert" : "status";
  const sentence = document.createElement("p");
  sentence.textContent = text;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "icon-button";
  button.setAttribute("aria-label", "Fechar");
  button.append(drawIcon("x"));
  const time = document.createElement("span");
  time.className = styles.time ?? "";
  toast.append(drawIcon(icon), sentence, button, time);
  const close = () => {
    toast.remove();
    if (toasts.childElementCount === 0) toasts.remove();
  };
  button.addEventListener("click", close);
  time.addEventListener("animationend", close);
  const toasts = findToasts();
  toasts.append(toast);
  // The field is marked and focused in the same turn.
  queueMicrotask(() => uncoverField(toasts));
}

function drawIcon(name: Parameters<typeof iconBefore>[0]): HTMLElement {
  const icon = document.createElement("i");
  icon.className = iconBefore(name);
  return icon;
}

let region: HTMLElement | undefined;

function findToasts(): HTMLElement {
  region ??= createRegion();
  if (!region.isConnected) document.body.append(region);
  return region;
}

/** Time stands still for toasts of a window that nobody looks at. */
function createRegion(): HTMLElement {
  const toasts = document.createElement("section");
  toasts.className = styles.toasts ?? "";
  toasts.setAttribute("aria-label", "Avisos");
  const pause = () => {
    toasts.dataset.paused = String(!document.hasFocus());
  };
  pause();
  addEventListener("focus", pause);
  addEventListener("blur", pause);
  return toasts;
}

const marginPx = 8;

/** Scrolls the field that the toasts may be about, focused or refused, out from under them. */
function uncoverField(toasts: HTMLElement): void {
  const field =
    document.activeElement?.closest("[data-field]") ??
    document.querySelector("[data-field]:has([aria-invalid])");
  const cover = toasts.getBoundingClientRect();
  const box = field?.getBoundingClientRect();
  if (!box || box.bottom < 0 || box.right < cover.left) return;
  scrollBy(0, Math.min(box.top - cover.bottom - marginPx, 0));
}
