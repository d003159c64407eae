import type { Photo } from "../photos/photo.ts";
import { describeLeftOut, maxPhotosPerListing } from "../photos/photo-limits.ts";
import { type DraftPhoto, type FormDraft, updateDraft } from "../ui/forms/form-drafts.ts";
import { createFileCheck } from "./file-check.ts";
import { UploadTask } from "./task/upload-task.ts";
import { createThumbnails } from "./thumbnails.ts";
import {
  areAsPublished,
  type Entry,
  release,
  snapshotOf,
  startNext,
  storedPhoto,
  type TraySnapshot,
  thumbsOf,
  toDraftPhoto,
  toEntry,
} from "./tray-photo.ts";
import { discardUpload, fetchUploadResult, keepUpload, requestTurn } from "./upload-requests.ts";

/** The photos of an ad's form. An external store for React. */
export class PhotoTray {
  #draftId: string;
  /** The listing's photos; if removed here, the server keeps them until the form is saved. */
  #published: readonly Photo[];
  /** Key of the form's draft; null while none is kept. */
  #memory: string | null = null;
  /** The draft's photos as last stored from here, as JSON; null after recalling the server's copy. */
  #kept: string | undefined | null;
  #entries: Entry[];
  #interrupted: DraftPhoto[] = [];
  #lost: DraftPhoto[] = [];
  #isRecalling = false;
  /** Number of chosen files whose content is being looked at. */
  #checking = 0;
  #check = createFileCheck();
  #thumbnails = createThumbnails();
  #isLeft = false;
  #snapshot: TraySnapshot;
  #listeners = new Set<() => void>();
  #nextKey = 0;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  /** The `published` photos are those of the `stored` ones that the listing has. */
  constructor(draftId: string, stored: readonly Photo[], published: readonly Photo[] = []) {
    this.#draftId = draftId;
    this.#published = published;
    this.#entries = stored.map((photo) => toEntry(photo));
    this.#snapshot = this.#describe();
  }

  get draftId(): string {
    return this.#draftId;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  getSnapshot = (): TraySnapshot => this.#snapshot;

  /** Adds files up to the tenth photo; returns a sentence for each reason to leave some out. */
  async add(files: readonly File[]): Promise<string[]> {
    this.#checking += files.length;
    this.#refresh();
    const { taken, refusals } = await this.#check(files);
    this.#checking -= files.length;
    if (this.#isLeft) return [];
    const room = Math.max(0, maxPhotosPerListing - this.#entries.length);
    for (const file of taken.slice(0, room)) this.#begin(file);
    this.#refresh();
    const leftOut = taken.slice(room).map(({ name }) => name);
    return leftOut.length > 0 ? [describeLeftOut(leftOut), ...refusals] : refusals;
  }

  #begin(file: File): void {
    const { name } = file;
    this.#makeRoom(name);
    const task = new UploadTask(file, this.#draftId);
    task.subscribe(() => this.#refresh());
    const key = `arquivo-${this.#nextKey++}`;
    const src = URL.createObjectURL(file);
    const entry: Entry = { key, name, src, photo: null, task, isTurning: false };
    this.#entries.push(entry);
    void this.#drawThumbnail(entry, file);
    this.#refresh();
  }

  async #drawThumbnail(entry: Entry, file: File): Promise<void> {
    entry.thumb = await this.#thumbnails(file, () => !this.#isLeft && !storedPhoto(entry));
    if (entry.thumb && !this.#isLeft) this.#refresh();
  }

  remove(key: string): void {
    const entry = this.#find(key);
    if (!entry) return;
    this.#entries = this.#entries.filter((other) => other !== entry);
    if (entry.task) entry.task.cancel();
    else if (entry.photo && !this.#isPublished(entry.photo.id)) {
      void discardUpload(this.#draftId, entry.photo.id);
    }
    release(entry);
    this.#refresh();
  }

  /** Turns a stored photo clockwise. Returns a sentence if that fails. */
  async turn(key: string): Promise<string | null> {
    const entry = this.#find(key);
    const stored = entry && storedPhoto(entry);
    if (!stored || entry.isTurning) return null;
    entry.isTurning = true;
    this.#refresh();
    const result = await requestTurn(stored.id, this.#draftId);
    const turned = "photo" in result ? result.photo : null;
    // The original takes up the place of a photo in the form until it is deleted.
    const unused = this.#find(key) === entry ? stored : turned;
    if (turned && unused && !this.#isPublished(unused.id)) {
      await discardUpload(this.#draftId, unused.id);
    }
    entry.isTurning = false;
    if (turned && unused === stored) {
      release(entry);
      Object.assign(entry, { src: null, photo: turned, task: null });
    }
    this.#refresh();
    return "error" in result ? result.error.message : null;
  }

  move(key: string, by: number): void {
    const from = this.#entries.findIndex((entry) => entry.key === key);
    const to = from + by;
    if (from < 0 || to < 0 || to >= this.#entries.length) return;
    this.#entries.splice(to, 0, ...this.#entries.splice(from, 1));
    this.#refresh();
  }

  lead(key: string): void {
    this.move(key, -this.#entries.findIndex((entry) => entry.key === key));
  }

  pause(key: string): void {
    this.#find(key)?.task?.pause();
  }

  resume(key: string): void {
    this.#find(key)?.task?.resume();
  }

  retry(key: string): void {
    this.#find(key)?.task?.retry();
  }

  resumeAll(): void {
    for (const { task } of this.#entries) task?.resume();
  }

  /** Restores a draft; photos chosen meanwhile follow its own. */
  recall({ id, photos }: FormDraft): void {
    this.#draftId = id;
    if (!photos) return;
    this.#kept = null;
    for (const photo of photos) keepUpload(photo.id);
    const waiting = photos.filter((photo) => !this.#isPublished(photo.id));
    // A photo without an id never reached the server.
    this.#lost = waiting.filter((photo) => !photo.id);
    this.#interrupted = waiting.filter((photo) => photo.id);
    this.#arrange(photos);
    void this.#findSent(photos);
  }

  enter(): void {
    clearTimeout(this.#leaving);
  }

  keepIn(memory: string | null): void {
    this.#memory = memory;
    this.#remember();
  }

  /** Suspends uploads until the form returns. */
  leave(): void {
    this.#leaving = setTimeout(() => {
      this.#isLeft = true;
      const isKept = this.#memory !== null;
      this.#memory = null;
      for (const entry of this.#entries) {
        if (isKept) entry.task?.suspend();
        else if (entry.task?.getSnapshot().state !== "success") entry.task?.cancel();
        release(entry);
      }
    });
  }

  /** Starts a new form. The server keeps the photos for a day, in case this is undone. */
  restart(draftId: string): void {
    this.#draftId = draftId;
    for (const entry of this.#entries) {
      entry.task?.suspend();
      release(entry);
    }
    this.#entries = this.#published.map((photo) => toEntry(photo));
    this.#interrupted = [];
    this.#lost = [];
    this.#isRecalling = false;
    this.#refresh();
  }

  async #findSent(photos: readonly DraftPhoto[]): Promise<void> {
    const sent = this.#interrupted;
    const draftId = this.#draftId;
    this.#isRecalling = true;
    this.#refresh();
    const situations = await Promise.all(
      sent.map(({ id }) => fetchUploadResult(id).catch(() => ({ photo: null }))),
    );
    if (this.#draftId !== draftId) return;
    const open = new Set<DraftPhoto>();
    for (const [index, upload] of sent.entries()) {
      const said = situations[index];
      if (!said) continue;
      if ("error" in said) this.#lost.push(upload);
      else if (!said.photo) open.add(upload);
      else if (!this.#find(upload.id)) this.#entries.push(toEntry(said.photo, upload.name));
    }
    this.#isRecalling = false;
    this.#interrupted = this.#interrupted.filter((upload) => open.has(upload));
    this.#arrange(photos);
    this.#refresh();
  }

  #arrange(photos: readonly DraftPhoto[]): void {
    const left = photos.flatMap(({ id }) => this.#find(id) ?? []);
    const chosen = this.#entries.filter(({ task }) => task);
    this.#entries = [...left, ...chosen];
  }

  #makeRoom(name: string): void {
    this.#lost = this.#lost.filter((photo) => photo.name !== name);
    const index = this.#interrupted.findIndex((upload) => upload.name === name);
    if (index >= 0) {
      this.#interrupted = this.#interrupted.filter((_, other) => other !== index);
    } else if (this.#entries.length + this.#interrupted.length >= maxPhotosPerListing) {
      const [oldest, ...others] = this.#interrupted;
      if (oldest) void discardUpload(this.#draftId, oldest.id);
      this.#interrupted = others;
    }
  }

  #remember(): void {
    if (!this.#memory || this.#isRecalling) return;
    const all = [...this.#entries.map(toDraftPhoto), ...this.#interrupted];
    const photos = areAsPublished(all, this.#published) ? undefined : all;
    const kept = JSON.stringify(photos);
    if (kept === this.#kept) return;
    this.#kept = kept;
    updateDraft(this.#memory, { id: this.#draftId, photos });
  }

  #isPublished(id: string): boolean {
    return this.#published.some((photo) => photo.id === id);
  }

  #find(key: string): Entry | undefined {
    return this.#entries.find((entry) => entry.key === key);
  }

  #refresh(): void {
    startNext(this.#entries);
    this.#snapshot = this.#describe();
    this.#remember();
    for (const listener of this.#listeners) listener();
  }

  #describe(): TraySnapshot {
    return {
      ...snapshotOf(this.#entries, this.#checking),
      interrupted: this.#isRecalling ? [] : this.#interrupted.map(({ name }) => name),
      lost: this.#lost.map(({ name }) => name),
      thumbs: thumbsOf([...this.#interrupted, ...this.#lost]),
    };
  }
}
