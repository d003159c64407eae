import { useSyncExternalStore } from "react";
import { Icon } from "../icon.tsx";
import type { Flash } from "./flash.ts";
import { Level } from "./level.tsx";
import styles from "./toast.module.css";

interface Toast extends Flash {
  id: string;
  /** From 0 to 1, until {@link dismissToast}; null for a toast that closes by itself. */
  progress: number | null;
  /** By the user; updates must not reopen it. */
  isClosed: boolean;
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

/** At the top right for two seconds (spec §2). */
export function showToast({ kind, text }: Flash): void {
  shown += 1;
  update([...toasts, { id: `aviso-${shown}`, kind, text, progress: null, isClosed: false }]);
}

/** Shows or updates the toast with this id, unless the user has closed it. */
export function showProgressToast(id: string, text: string, progress: number): void {
  const known = toasts.find((toast) => toast.id === id);
  const toast = { id, kind: "info", text, progress, isClosed: known?.isClosed ?? false } as const;
  update(known ? toasts.map((other) => (other === known ? toast : other)) : [...toasts, toast]);
}

export function dismissToast(id: string): void {
  if (toasts.some((toast) => toast.id === id)) update(toasts.filter((toast) => toast.id !== id));
}

function close({ id, progress }: Toast): void {
  if (progress === null) dismissToast(id);
  else update(toasts.map((toast) => (toast.id === id ? { ...toast, isClosed: true } : toast)));
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
  const all = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
  const isFocused = useSyncExternalStore(
    watchFocus,
    () => document.hasFocus(),
    () => true,
  );
  const open = all.filter(({ isClosed }) => !isClosed);
  if (open.length === 0) return null;
  return (
    <section className={styles.toasts} aria-label="Avisos" data-paused={!isFocused}>
      {open.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

const looks = {
  success: { className: styles.success, icon: "circle-check" },
  error: { className: styles.error, icon: "circle-exclamation-point" },
  info: { className: styles.info, icon: "info" },
} as const;

function ToastItem({ toast }: { toast: Toast }) {
  const { kind, text, progress } = toast;
  const { className, icon } = looks[kind];
  return (
    <div className={`${styles.toast} ${className}`} role={kind === "error" ? "alert" : "status"}>
      <Icon name={progress === null ? icon : "image-plus"} />
      <p aria-live={progress === null ? undefined : "off"}>{text}</p>
      <button
        type="button"
        className="icon-button"
        aria-label="Fechar"
        onClick={() => close(toast)}
      >
        <Icon name="x" />
      </button>
      {progress === null ? (
        <span className={styles.time} onAnimationEnd={() => close(toast)} />
      ) : (
        <Level max={100} value={Math.round(progress * 100)} aria-label={text} />
      )}
    </div>
  );
}
