import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { Icon } from "../icon.tsx";
import type { Flash } from "./flash.ts";
import styles from "./toast.module.css";

interface Toast extends Pick<Flash, "kind" | "text"> {
  id: number;
}

const none: readonly Toast[] = [];
let toasts = none;
let shown = 0;
const listeners = new Set<() => void>();

function update(next: readonly Toast[]): void {
  toasts = next;
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a toast at the top right for two seconds (spec §2). */
export function showToast({ kind, text }: Pick<Flash, "kind" | "text">): void {
  shown += 1;
  update([...toasts, { id: shown, kind, text }]);
}

function close({ id }: Toast): void {
  update(toasts.filter((toast) => toast.id !== id));
}

function watchFocus(listener: () => void): () => void {
  addEventListener("focus", listener);
  addEventListener("blur", listener);
  return () => {
    removeEventListener("focus", listener);
    removeEventListener("blur", listener);
  };
}

export function Toasts() {
  const open = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
  const isFocused = useSyncExternalStore(
    watchFocus,
    () => document.hasFocus(),
    () => true,
  );
  const section = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the toasts change
  useLayoutEffect(() => uncoverField(section.current), [open]);
  if (open.length === 0) return null;
  return (
    <section className={styles.toasts} aria-label="Avisos" data-paused={!isFocused} ref={section}>
      {open.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

const marginPx = 8;

/** Scrolls the field that the toasts may be about, focused or refused, out from under them. */
function uncoverField(toasts: HTMLElement | null): void {
  const field =
    document.activeElement?.closest("[data-field]") ??
    document.querySelector("[data-field]:has([aria-invalid])");
  const cover = toasts?.getBoundingClientRect();
  const box = field?.getBoundingClientRect();
  if (!cover || !box || box.bottom < 0 || box.right < cover.left) return;
  scrollBy(0, Math.min(box.top - cover.bottom - marginPx, 0));
}

const looks = {
  success: { className: styles.success, icon: "circle-check" },
  error: { className: styles.error, icon: "circle-exclamation-point" },
  info: { className: styles.info, icon: "info" },
} as const;

function ToastItem({ toast }: { toast: Toast }) {
  const { kind, text } = toast;
  const { className, icon } = looks[kind];
  return (
    <div className={`${styles.toast} ${className}`} role={kind === "error" ? "alert" : "status"}>
      <Icon name={icon} />
      <p>{text}</p>
      <button
        type="button"
        className="icon-button"
        aria-label="Fechar"
        onClick={() => close(toast)}
      >
        <Icon name="x" />
      </button>
      <span className={styles.time} onAnimationEnd={() => close(toast)} />
    </div>
  );
}
