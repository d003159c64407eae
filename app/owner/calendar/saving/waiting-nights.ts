import { showDialogNotice } from "../../../platform/ui/feedback/dialog-notice.ts";
import {
  dropOldForms,
  dropPrivate,
  listWaitingNights,
} from "../../../platform/ui/forms/private-storage.ts";
import { countOf } from "../../../platform/ui/words.ts";
import { type NightQueue, openNightQueue, sendNights } from "./night-queue.ts";
import { describeSaving } from "./saving-words.ts";
import styles from "./waiting-nights.module.css";

const savedShownMs = 6_000;

const queues = new Map<string, NightQueue>();
let strip: HTMLElement | null = null;

/** Sends nights from any page, and says so at its foot; a calendar's page sends its own. */
export function careForUnsaved(): void {
  dropOldForms();
  for (const { key, listingId } of listWaitingNights()) {
    if (queues.has(key) || location.pathname === calendarPath(listingId)) continue;
    void openQueue(key, listingId).flush();
  }
}

function openQueue(key: string, listingId: string): NightQueue {
  const queue = openNightQueue({
    nights: [],
    storage: localStorage,
    key,
    // Another account's nights, and those of a deleted ad, are left to the calendar's page.
    retainsRefused: true,
    send: (change) => sendNights(listingId, change),
  });
  queues.set(key, queue);
  queue.subscribe(() => show(listingId, queue));
  addEventListener("online", () => void queue.flush());
  addEventListener("offline", () => show(listingId, queue));
  return queue;
}

/** Queues the nights of a form that would send them to their calendar's page. */
export function queueNights(form: HTMLFormElement, submitter: HTMLElement | null): void {
  const { noites: key = "", anuncio: listingId = "" } = form.dataset;
  const button = submitter as HTMLButtonElement | null;
  const queue = queues.get(key) ?? openQueue(key, listingId);
  queue.change((button?.value ?? "").split(","), button?.name === "marcar");
}

/** Asks first if nights would be lost, and takes everything private out of the browser. */
export function logOut(form: HTMLFormElement): void {
  const nights = listWaitingNights().reduce((sum, { count }) => sum + count, 0);
  const choose = () => {
    dropPrivate();
    form.submit();
  };
  if (nights === 0) choose();
  else
    showDialogNotice({
      label: "Sair",
      text: `Neste aparelho há ${countOf(nights, "dia")} do calendário por salvar. Ao sair, isso some daqui.`,
      close: "Ficar",
      choice: { text: "Sair mesmo assim", choose },
    });
}

function calendarPath(listingId: string): string {
  return `/posts/${listingId}/calendario`;
}

function show(listingId: string, queue: NightQueue): void {
  const state = queue.state();
  const { kind } = state.status;
  if (kind === "refused" || kind === "idle") {
    strip?.remove();
    return;
  }
  const { tone, text } = describeSaving(state, navigator.onLine);
  strip ??= createStrip();
  strip.dataset.tone = tone;
  const [sentence, link] = strip.querySelectorAll<HTMLElement>("p, a");
  if (sentence) sentence.textContent = text;
  if (link instanceof HTMLAnchorElement) {
    link.textContent = kind === "logged-out" ? "Entrar" : "Ver o calendário";
    link.href = calendarPath(listingId);
  }
  // An element that React doesn't expect there doesn't keep it from hydrating.
  if (!strip.isConnected) document.body.append(strip);
  if (kind === "saved" && state.pending.size === 0) setTimeout(() => strip?.remove(), savedShownMs);
}

function createStrip(): HTMLElement {
  const element = document.createElement("aside");
  element.className = styles.strip ?? "";
  element.setAttribute("aria-label", "Calendário");
  const sentence = document.createElement("p");
  sentence.setAttribute("role", "status");
  const link = document.createElement("a");
  link.className = "link";
  element.append(sentence, link);
  return element;
}
