import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  draftKey,
  dropDrafts,
  dropOldDrafts,
  readDraft,
  updateDraft,
  waitingNightsKey,
  watchDraft,
} from "./form-drafts.ts";

const day = 24 * 3_600_000;
const maria = draftKey("maria", "novo");
const joao = draftKey("joao", "novo");
/** A new id for each test, as for each real form. */
let id: string;

beforeEach(() => {
  id = crypto.randomUUID();
  vi.useFakeTimers({ now: new Date("2026-11-21T12:00:00Z"), toFake: ["Date"] });
  vi.stubGlobal("localStorage", fakeStorage());
  vi.stubGlobal("sessionStorage", fakeStorage());
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("addEventListener", () => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A storage whose items are also properties, as in a browser. */
function fakeStorage() {
  return Object.create(
    {
      getItem(key: string) {
        return Object.hasOwn(this, key) ? this[key as keyof typeof this] : null;
      },
      setItem(key: string, value: string) {
        Object.assign(this, { [key]: value });
      },
      removeItem(key: string) {
        delete this[key as keyof typeof this];
      },
    },
    {},
  );
}

test("a draft is updated in part", () => {
  updateDraft(maria, { id, fields: { title: ["Rancho"] } });
  updateDraft(maria, { id, photos: [{ id: "foto", name: "a.jpg" }] });
  expect(readDraft(maria)).toEqual({
    id,
    fields: { title: ["Rancho"] },
    photos: [{ id: "foto", name: "a.jpg" }],
  });
});

test("another tab's draft of the form is updated in part, too, and gets this one's id", () => {
  updateDraft(maria, { id: crypto.randomUUID(), fields: { title: ["Rancho"] } });
  updateDraft(maria, { id, photos: [] });
  expect(readDraft(maria)).toEqual({ id, fields: { title: ["Rancho"] }, photos: [] });
});

test("an empty draft is deleted", () => {
  updateDraft(maria, { id, fields: { title: ["R"] } });
  updateDraft(maria, { id, fields: undefined });
  expect(Object.keys(localStorage)).toEqual([]);
});

describe("after seven days without a change", () => {
  test("a draft is not recovered", () => {
    updateDraft(maria, { id, fields: { title: ["Rancho"] } });
    vi.advanceTimersByTime(7 * day - 1);
    expect(readDraft(maria)).not.toBeNull();
    // Recovering it does not extend its life.
    updateDraft(maria, { id, fields: { title: ["Rancho"] } });
    vi.advanceTimersByTime(1);
    expect(readDraft(maria)).toBeNull();
  });

  test("any page deletes it, and nothing else", () => {
    updateDraft(maria, { id, fields: { title: ["Rancho"] } });
    localStorage.setItem("mardeminas.envios", "{}");
    vi.advanceTimersByTime(8 * day);
    updateDraft(joao, { id: crypto.randomUUID(), fields: { title: ["Casa"] } });
    dropOldDrafts();
    expect(Object.keys(localStorage)).toEqual(["mardeminas.envios", joao]);
  });
});

test("pending work in a saved form does not restore its draft", () => {
  updateDraft(maria, { id, fields: { title: ["Rancho"] } });
  updateDraft(joao, { id: crypto.randomUUID(), fields: { title: ["Casa"] } });
  dropDrafts(id);
  updateDraft(maria, { id, photos: [{ id: "foto", name: "a.jpg" }] });
  expect(Object.keys(localStorage)).toEqual([joao]);
});

describe("another tab", () => {
  const tab = new EventTarget();
  let told: number;
  let open: AbortController;

  beforeEach(() => {
    vi.stubGlobal("addEventListener", tab.addEventListener.bind(tab));
    told = 0;
    open = new AbortController();
    watchDraft(maria, open.signal, () => {
      told += 1;
    });
    updateDraft(maria, { id, fields: { title: ["Rancho"] } });
  });

  afterEach(() => open.abort());

  /** Does what the other tab does; the browser tells this tab of each change. */
  function change(work: () => void): void {
    const storage = localStorage;
    const tell = (key: string, oldValue: string | null, newValue: string | null) =>
      tab.dispatchEvent(Object.assign(new Event("storage"), { key, oldValue, newValue }));
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => storage.getItem(key),
      setItem(key: string, value: string) {
        const before = storage.getItem(key);
        storage.setItem(key, value);
        tell(key, before, value);
      },
      removeItem(key: string) {
        const before = storage.getItem(key);
        storage.removeItem(key);
        tell(key, before, null);
      },
    });
    work();
    vi.stubGlobal("localStorage", storage);
  }

  test("that ends the draft keeps it from being stored again", () => {
    change(() => localStorage.removeItem(maria));
    expect(told).toBe(1);
    updateDraft(maria, { id, fields: { title: ["Rancho Novo"] } });
    expect(readDraft(maria)).toBeNull();
  });

  test("tells of changes to this form's draft alone", () => {
    change(() => updateDraft(joao, { id: crypto.randomUUID(), fields: { title: ["Casa"] } }));
    expect(told).toBe(0);
    change(() => updateDraft(maria, { id, fields: { title: ["Rancho Novo"] } }));
    expect(told).toBe(1);
  });
});

test("what else is private goes with all drafts, not with a single one; saved ads and lists stay", () => {
  const waiting = waitingNightsKey("maria", "anuncio");
  localStorage.setItem(waiting, '{"2026-12-11":true}');
  localStorage.setItem("mardeminas.envios", "{}");
  localStorage.setItem("mardeminas.guardados", "a");
  localStorage.setItem("mardeminas.listas", "[]");
  dropDrafts(id);
  expect(localStorage.getItem(waiting)).not.toBeNull();
  dropDrafts("all");
  const left = ["mardeminas.guardados", "mardeminas.listas"];
  expect(Object.keys(localStorage).sort()).toEqual(left);
});

test("what a tab showed goes too, although leaving the page stores it again", () => {
  const tab = new EventTarget();
  vi.stubGlobal("addEventListener", tab.addEventListener.bind(tab));
  const store = () => {
    sessionStorage.setItem("mais-anuncios", '[["a",[]]]');
    sessionStorage.setItem("react-router-scroll-positions", '{"a":900}');
  };
  addEventListener("pagehide", store);
  store();
  sessionStorage.setItem("de-outro", "a");
  dropDrafts(id);
  expect(Object.keys(sessionStorage)).toHaveLength(3);
  dropDrafts("all");
  expect(Object.keys(sessionStorage)).toEqual(["de-outro"]);
  tab.dispatchEvent(new Event("pagehide"));
  expect(Object.keys(sessionStorage)).toEqual(["de-outro"]);
});

test.each(["{", "null", "[]", '{"at":1}', '{"at":4102444800000,"draft":{"id":1}}'])(
  "%s isn't a draft, and is removed",
  (kept) => {
    localStorage.setItem(maria, kept);
    expect(readDraft(maria)).toBeNull();
    dropOldDrafts();
    expect(localStorage.getItem(maria)).toBeNull();
  },
);

test("without storage nothing is kept and nothing fails", () => {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError");
  };
  const denied = { getItem: refuse, setItem: refuse, removeItem: refuse };
  vi.stubGlobal("localStorage", denied);
  vi.stubGlobal("sessionStorage", denied);
  updateDraft(maria, { id, fields: { title: ["Rancho"] } });
  expect(readDraft(maria)).toBeNull();
  dropDrafts("all");
});
