import { type RefObject, useEffect, useRef, useState } from "react";
import { controlNames } from "../listing-schema.ts";
import { type DraftContent, DraftSaver, type DraftStatus } from "./draft-saver.ts";

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
