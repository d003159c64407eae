import { useSyncExternalStore } from "react";
import type { ToastOptions } from "react-toastify/unstyled";
import { Icon } from "../icon.tsx";
import type { Flash } from "./flash.ts";
import { Level } from "./level.tsx";
import styles from "./toast.module.css";

/** How long a toast stays, in ms (spec §2). */
const toastAutoCloseMs = 2000;

/** How far something has come that a toast tells of. */
export interface ToastProgress {
  text: string;
  /** From 0 to 1. */
  progress: number;
}

type Library = typeof import("react-toastify/unstyled");

/* The library comes with the first toast: most visits never see one. */
let library: Library | null = null;
let loading: Promise<Library> | null = null;
const waiting = new Set<() => void>();

function load(): Promise<Library> {
  loading ??= import("react-toastify/unstyled").then(
    (loaded) => {
      library = loaded;
      for (const wake of waiting) wake();
      return loaded;
    },
    (error) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

const looks = {
  success: { className: `${styles.toast} ${styles.success}`, icon: "circle-check" },
  error: { className: `${styles.toast} ${styles.error}`, icon: "circle-exclamation-point" },
  info: { className: `${styles.toast} ${styles.info}`, icon: "info" },
} as const;

function look(kind: Flash["kind"]): ToastOptions {
  const { className, icon } = looks[kind];
  return {
    className: () => className,
    icon: () => <Icon name={icon} />,
    role: kind === "error" ? "alert" : "status",
  };
}

/** Tells a sentence at the top right for two seconds. Does nothing on the server. */
export function showToast({ kind, text }: Flash): void {
  if (typeof document === "undefined") return;
  load().then(({ toast }) => toast(<p>{text}</p>, look(kind)), giveUp);
}

const progressing = new Map<string, ToastProgress>();
const observers = new Set<() => void>();

/**
 * Shows how far something has come, until {@link dismissToast}. Calling again with the same id
 * updates it; one that the visitor has closed stays closed.
 */
export function showProgressToast(id: string, state: ToastProgress): void {
  if (typeof document === "undefined") return;
  const isNew = !progressing.has(id);
  progressing.set(id, state);
  for (const notify of observers) notify();
  if (!isNew) return;
  load().then(({ toast }) => {
    if (!progressing.has(id)) return;
    toast(<Progress id={id} />, {
      ...look("info"),
      icon: () => <Icon name="image-plus" />,
      toastId: id,
      autoClose: false,
      customProgressBar: true,
    });
  }, giveUp);
}

/** Takes a progress toast away. */
export function dismissToast(id: string): void {
  progressing.delete(id);
  library?.toast.dismiss(id);
}

/** Without the library there is no toast; what it said also stands on the page. */
function giveUp(): void {}

function observe(notify: () => void): () => void {
  observers.add(notify);
  return () => observers.delete(notify);
}

function Progress({ id }: { id: string }) {
  const read = () => progressing.get(id);
  const state = useSyncExternalStore(observe, read, read);
  if (!state) return null;
  const percent = Math.round(state.progress * 100);
  return (
    <>
      <p aria-live="off">{state.text}</p>
      <Level max={100} value={percent} aria-label={state.text} />
    </>
  );
}

function awaitLibrary(notify: () => void): () => void {
  waiting.add(notify);
  return () => waiting.delete(notify);
}

/** Where toasts appear; stands once, in the page's frame. */
export function Toasts() {
  const loaded = useSyncExternalStore(
    awaitLibrary,
    () => library,
    () => null,
  );
  if (!loaded) return null;
  return (
    <loaded.ToastContainer
      position="top-right"
      autoClose={toastAutoCloseMs}
      transition={false}
      aria-label="Avisos"
      closeButton={({ closeToast }) => (
        <button
          type="button"
          className="icon-button"
          aria-label="Fechar"
          onClick={() => closeToast(true)}
        >
          <Icon name="x" />
        </button>
      )}
    />
  );
}
