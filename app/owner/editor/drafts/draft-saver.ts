import { type RefObject, useEffect, useRef, useState } from "react";
import { abortAfter } from "../../../platform/web/abort-after.ts";
import { controlNames } from "../listing-schema.ts";
import { draftPath, savedFormName } from "./draft-names.ts";

const waitMs = 1_500;

/** Browsers refuse larger requests from a page that is being left. */
const maxKeepaliveLength = 60_000;

export interface DraftContent {
  fields: Record<string, string[]>;
  /** Ids of the photos in their order. */
  photos: string[];
}

export interface DraftStatus {
  savedAt: Date | null;
  /** The latest changes are not in the account: the site couldn't be reached, or refused them. */
  isBehind: boolean;
  /** Why nothing will be saved any more. */
  refusal: string | null;
}

export interface DraftSaverOptions {
  /** Id of the form. */
  id: string;
  /** Id of the draft that it continues; "" if none. */
  continues: string;
  onStatus: (status: DraftStatus) => void;
}

/** Saves a new ad's form to its owner's account a moment after each change. */
export class DraftSaver {
  readonly #options: DraftSaverOptions;
  #continues: string;
  #status: DraftStatus = { savedAt: null, isBehind: false, refusal: null };
  /** The form that has yet to be saved. */
  #content: DraftContent | null = null;
  #isStopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Saves follow one another, so that an older one can't overtake. */
  #saving: Promise<void> = Promise.resolve();

  constructor(options: DraftSaverOptions) {
    this.#options = options;
    this.#continues = options.continues;
  }

  note(content: DraftContent): void {
    this.#content = content;
    this.retry();
  }

  retry = (): void => {
    clearTimeout(this.#timer);
    if (this.#content && !this.#isStopped) this.#timer = setTimeout(this.save, waitMs);
  };

  /** Saves at once what has changed, as when the page is left. */
  save = (): void => {
    clearTimeout(this.#timer);
    const content = this.#content;
    if (!content || this.#isStopped) return;
    this.#content = null;
    this.#saving = this.#saving.then(() => this.#send(content));
  };

  /** Saves nothing more; resolves once the last save was answered. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#saving;
  }

  async #send(content: DraftContent): Promise<void> {
    const { id } = this.#options;
    const form = { id, continues: this.#continues, ...content };
    const body = new URLSearchParams({ [savedFormName]: JSON.stringify(form) });
    try {
      const answer = await fetch(draftPath, {
        method: "POST",
        body,
        // The login page, once the session has ended
        redirect: "manual",
        keepalive: body.toString().length < maxKeepaliveLength,
        signal: abortAfter(20_000),
      });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const saved: { ok: true } | { ok: false; message: string } = await answer.json();
      if (saved.ok) {
        this.#continues = id;
        this.#report({ savedAt: new Date(), isBehind: false });
      } else {
        this.#isStopped = true;
        this.#report({ isBehind: true, refusal: saved.message });
      }
    } catch {
      this.#content ??= content;
      this.#report({ isBehind: true });
    }
  }

  #report(change: Partial<DraftStatus>): void {
    this.#status = { ...this.#status, ...change };
    this.#options.onStatus(this.#status);
  }
}

export interface SavedDraft {
  status: DraftStatus | null;
  /** Call it on every input. */
  note: () => void;
  stop: () => Promise<void>;
}

/**
 * Keeps a new ad's form in its owner's account while it is open; null for an edit. `photoIds` are those of
 * the form's photos, as one text.
 */
export function useDraftSaver(
  form: RefObject<HTMLFormElement | null>,
  ids: { id: string; continues: string } | null,
  photoIds: string,
): SavedDraft | null {
  const [status, setStatus] = useState<DraftStatus | null>(null);
  const [saver] = useState(() => ids && new DraftSaver({ ...ids, onStatus: setStatus }));
  const note = () => {
    if (saver && form.current) saver.note(readForm(form.current));
  };
  useEffect(() => {
    if (!saver) return;
    const left = new AbortController();
    addEventListener("pagehide", saver.save, { signal: left.signal });
    addEventListener("online", saver.retry, { signal: left.signal });
    return () => left.abort();
  }, [saver]);
  const notedPhotos = useRef(photoIds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the photos have changed
  useEffect(() => {
    if (notedPhotos.current !== photoIds) note();
    notedPhotos.current = photoIds;
  }, [photoIds]);
  return saver && { status, note, stop: () => saver.stop() };
}

function readForm(form: HTMLFormElement): DraftContent {
  const data = new FormData(form);
  const valuesOf = (name: string) => data.getAll(name).filter((value) => value !== "");
  const fields = controlNames
    .filter((name) => name !== "foto")
    .map((name) => [name, valuesOf(name).map(String)] as const)
    .filter(([, values]) => values.length > 0);
  return { fields: Object.fromEntries(fields), photos: valuesOf("foto").map(String) };
}
