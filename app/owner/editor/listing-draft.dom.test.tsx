import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { sampleListing, samplePhoto } from "../../../testing/listing.ts";
import type { OwnListing } from "../../listings/listing.ts";
import { type DraftFields, type FormDraft, updateDraft } from "../../ui/forms/form-drafts.ts";
import { draftKeyOf, openedFields, useRecoveredDraft } from "./listing-draft.ts";

const uid = "maria";
const photos = [{ id: "foto-1", name: "casa.jpg" }];
/** A draft that has ended is never stored again. */
let drafts = 0;

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** Leaves a form with a draft. */
function leave(form: { listing?: OwnListing }, draft: Omit<FormDraft, "id">): string {
  const key = draftKeyOf(uid, form);
  drafts += 1;
  updateDraft(key, { id: `rascunho-${drafts}`, ...draft });
  return key;
}

/** Opens a form, and returns the draft that it recovers. */
async function open(form: {
  listing?: OwnListing;
  uid?: string;
  typed?: DraftFields;
}): Promise<FormDraft | null> {
  const { listing } = form;
  const onRecover = vi.fn();
  const options = { uid: form.uid ?? uid, isReturned: false, ...(listing && { listing }) };
  const typed = form.typed ?? openedFields(options);
  const { result } = renderHook(() =>
    useRecoveredDraft({ ...options, readForm: () => typed, onRecover }),
  );
  await waitFor(() => expect(result.current.memory).not.toBeNull());
  expect(onRecover.mock.calls.flat()).toEqual(result.current.draft ? [result.current.draft] : []);
  return result.current.draft;
}

/** The site's answer about each photo of a draft. */
function answerAboutPhotos(status: number): void {
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response("{}", { status })),
  );
}

function ownListing(overrides: Partial<OwnListing> = {}): OwnListing {
  const { unavailableDays: _, ...listing } = sampleListing();
  return { ...listing, nomePix: "", position: null, version: 1, unavailableDays: [], ...overrides };
}

test("a new ad's draft is recovered, by its own account only", async () => {
  leave({}, { fields: { title: ["Rancho"] } });
  expect(await open({ uid: "joana" })).toBeNull();
  expect(await open({})).toMatchObject({ fields: { title: ["Rancho"] } });
});

test("what was typed before hydration takes precedence over the draft", async () => {
  leave({}, { fields: { title: ["Rancho"], body: ["Texto"] } });
  const draft = await open({ typed: { title: ["Chalé"] } });
  expect(draft?.fields).toEqual({ title: ["Chalé"], body: ["Texto"] });
});

test.each([
  ["was published, though the answer was lost", 410, null],
  ["still waits", 200, photos],
  ["can't be asked about", 503, photos],
])("a new ad's draft whose photo %s is recovered accordingly", async (_, status, recovered) => {
  answerAboutPhotos(status);
  const key = leave({}, { fields: { title: ["Rancho"] }, photos });
  expect((await open({}))?.photos ?? null).toEqual(recovered);
  expect(localStorage.getItem(key) !== null).toBe(recovered !== null);
});

test("an edit's draft is not recovered if it was saved, though the answer was lost", async () => {
  const before = ownListing();
  const key = leave(
    { listing: before },
    { fields: { ...openedFields({ listing: before }), title: ["Novo"] }, version: 1 },
  );
  const saved = ownListing({ title: "Novo", version: 2 });
  expect(await open({ listing: saved })).toBeNull();
  expect(localStorage.getItem(key)).toBeNull();
});

test("a recovered edit keeps the nights that were blocked in the calendar meanwhile", async () => {
  const before = ownListing({ photos: [samplePhoto()] });
  leave(
    { listing: before },
    { fields: { ...openedFields({ listing: before }), title: ["Novo"] }, version: 1 },
  );
  const draft = await open({ listing: { ...before, unavailableDays: ["2030-12-24"] } });
  expect(draft?.fields).toMatchObject({
    title: ["Novo"],
    datasIndisponiveis: ["24/12/2030"],
  });
});
