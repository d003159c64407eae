import { useEffect, useRef, useState } from "react";
import { formatCivilDates } from "../../calendar/civil-date.ts";
import { mergeDays } from "../../calendar/day-picker/merge-days.ts";
import { parseCivilDates } from "../../calendar/day-picker/typed-dates.ts";
import type { OwnListing } from "../../listings/listing.ts";
import { abortAfter } from "../../site/abort-after.ts";
import {
  type DraftFields,
  draftKey,
  dropDrafts,
  type FormDraft,
  type KeptDraft,
  readDraft,
  readKept,
  updateDraft,
  watchDraft,
} from "../../ui/forms/form-drafts.ts";
import { fetchUploadResult } from "../../uploads/upload-requests.ts";
import {
  controlNames,
  type ListingFormValue,
  listingFormValue,
  shownDaysName,
} from "./listing-schema.ts";

const keptNames = controlNames.filter((name) => name !== "foto");

export function readFields(form: HTMLFormElement): DraftFields {
  const data = new FormData(form);
  return withoutEmpty((name) => data.getAll(name).map(String));
}

/** What a form shows at first: an ad that exists, or what a new one starts with. */
export interface OpenedForm {
  listing?: OwnListing | undefined;
  starting?: ListingFormValue | undefined;
}

export function openedFields({ listing, starting = {} }: OpenedForm): DraftFields {
  const value = listing ? listingFormValue(listing) : starting;
  return withoutEmpty((name) => [value[name] ?? []].flat());
}

export function formValueOf(fields: DraftFields): Record<string, string | string[]> {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([name, values]) => [name, name === "lazer" ? values : (values[0] ?? "")]),
  );
}

function isSameForm(one: DraftFields, other: DraftFields): boolean {
  return keptNames.every((name) => name === shownDaysName || isSameField(one[name], other[name]));
}

function isSameField(one: string[] = [], other: string[] = []): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function withoutEmpty(valuesOf: (name: string) => string[]): DraftFields {
  const fields: DraftFields = {};
  for (const name of keptNames) {
    const values = valuesOf(name).filter((value) => value !== "");
    if (values.length > 0) fields[name] = values;
  }
  return fields;
}

export interface RecoveredDraft {
  /** Key of the form's draft; null until an earlier one has been looked for. */
  memory: string | null;
  draft: FormDraft | null;
  /** Another tab has changed the draft since. */
  isChangedElsewhere: boolean;
}

export interface RecoveryOptions extends OpenedForm {
  uid: string;
  isReturned: boolean;
  /** The server's copy of a new ad's draft. */
  keptDraft?: KeptDraft | null | undefined;
  /** Text typed before hydration takes precedence over the draft. */
  readForm: () => DraftFields;
  onRecover: (draft: FormDraft) => void;
}

/** A form begun from an ad has a draft of its own beside that of any other new ad. */
export function draftKeyOf(uid: string, { listing, starting }: OpenedForm): string {
  return draftKey(uid, listing?.id ?? (starting?.modelo ? `modelo:${starting.modelo}` : "novo"));
}

/** Finds what was typed when the advertiser last left this form unsaved. */
export function useRecoveredDraft(options: RecoveryOptions): RecoveredDraft {
  const key = draftKeyOf(options.uid, options);
  const [recovered, setRecovered] = useState<RecoveredDraft>({
    memory: null,
    draft: null,
    isChangedElsewhere: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    const left = new AbortController();
    async function recover() {
      const draft = options.isReturned ? null : await findUnsaved(key, options);
      if (left.signal.aborted) return;
      const merged = draft && withTyped(draft, options.readForm(), openedFields(options));
      if (merged) options.onRecover(merged);
      setRecovered((before) => ({ ...before, memory: key, draft: merged }));
    }
    watchDraft(key, left.signal, () =>
      setRecovered((before) => ({ ...before, isChangedElsewhere: true })),
    );
    void recover();
    return () => left.abort();
  }, [key]);

  return recovered;
}

/** Finds an unsaved draft; null if it was saved and only the response got lost. */
async function findUnsaved(
  key: string,
  { listing, keptDraft }: RecoveryOptions,
): Promise<FormDraft | null> {
  const here = readKept(key);
  const newest = keptDraft && !(here && here.at >= keptDraft.at) ? keptDraft : here;
  const draft = newest?.draft;
  if (!draft) return null;
  if (listing ? isSameAsPublished(draft, listing) : await wasPublished(draft)) {
    dropDrafts(draft.id);
    return null;
  }
  return listing ? withCurrentNights(draft, listing) : draft;
}

/** The calendar's page may have changed them since; dates that can't be read stay as they were typed. */
function withCurrentNights(draft: FormDraft, { unavailableDays }: OwnListing): FormDraft {
  const { fields } = draft;
  const [shown, typed] = [shownDaysName, "datasIndisponiveis"].map((name) =>
    parseCivilDates(fields?.[name]?.[0] ?? ""),
  );
  if (!fields || !shown || !typed || "invalid" in shown || "invalid" in typed) return draft;
  const days = mergeDays(unavailableDays, shown.days, typed.days);
  return {
    ...draft,
    fields: {
      ...fields,
      datasIndisponiveis: [formatCivilDates(days)],
      [shownDaysName]: [formatCivilDates(unavailableDays)],
    },
  };
}

function isSameAsPublished({ fields, photos }: FormDraft, listing: OwnListing): boolean {
  const isSame = !fields || isSameForm(fields, openedFields({ listing }));
  const published = listing.photos.map(({ id }) => id).join();
  return isSame && (!photos || photos.map(({ id }) => id).join() === published);
}

/**
 * Says whether a draft was published; false when in doubt, because keeping typed text matters more.
 */
async function wasPublished({ photos = [] }: FormDraft): Promise<boolean> {
  const timeout = abortAfter(3000);
  const sent = photos.filter(({ id }) => id);
  const results = await Promise.all(
    sent.map(({ id }) => fetchUploadResult(id, timeout).catch(() => null)),
  );
  return results.some((result) => result && "error" in result && result.status === 410);
}

function withTyped(draft: FormDraft, typed: DraftFields, opened: DraftFields): FormDraft {
  const changed = changedFields(typed, opened);
  const isTyped = Object.keys(changed).length > 0;
  return isTyped ? { ...draft, fields: { ...(draft.fields ?? opened), ...changed } } : draft;
}

function changedFields(typed: DraftFields, before: DraftFields): DraftFields {
  const changed = keptNames.filter((name) => !isSameField(typed[name], before[name]));
  return Object.fromEntries(changed.map((name) => [name, typed[name] ?? []]));
}

/**
 * Returns a function that stores what was typed since its last call: of each field the draft holds what
 * was typed last, in whichever tab.
 */
export function useKeptFields(
  memory: string | null,
  form: OpenedForm,
): (typed: DraftFields, draft: Pick<FormDraft, "id" | "version">) => void {
  const known = useRef<DraftFields | null>(null);
  return (typed, { id, version }) => {
    if (!memory) return;
    const opened = openedFields(form);
    const kept = readDraft(memory)?.fields ?? opened;
    const fields = { ...kept, ...changedFields(typed, known.current ?? kept) };
    known.current = typed;
    const isSame = isSameForm(fields, opened);
    updateDraft(memory, { id, fields: isSame ? undefined : fields, version });
  };
}
