import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  dropOldForms,
  dropPrivate,
  listWaitingNights,
  waitingNightsKey,
} from "./private-storage.ts";

beforeEach(() => {
  vi.stubGlobal("localStorage", fakeStorage());
  vi.stubGlobal("sessionStorage", fakeStorage());
  vi.stubGlobal("addEventListener", () => undefined);
});

afterEach(() => vi.unstubAllGlobals());

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

test("private entries are dropped; saved ads and own lists stay", () => {
  const waiting = waitingNightsKey("maria", "anuncio");
  localStorage.setItem(waiting, '{"2026-12-11":true}');
  localStorage.setItem("mardeminas.rascunho.maria.novo", "{}");
  localStorage.setItem("mardeminas.envios", "{}");
  localStorage.setItem("mardeminas.guardados", "a");
  localStorage.setItem("mardeminas.listas", "[]");
  localStorage.setItem("mardeminas.minhas-listas", "a");
  dropOldForms();
  const kept = ["mardeminas.guardados", "mardeminas.minhas-listas"];
  expect(Object.keys(localStorage).sort()).toEqual([waiting, ...kept]);
  dropPrivate();
  expect(Object.keys(localStorage).sort()).toEqual(kept);
});

test("a tab's own entries go too, although leaving the page stores them again", () => {
  const tab = new EventTarget();
  vi.stubGlobal("addEventListener", tab.addEventListener.bind(tab));
  const store = () => {
    sessionStorage.setItem("mais-anuncios", '[["a",[]]]');
    sessionStorage.setItem("react-router-scroll-positions", '{"a":900}');
  };
  addEventListener("pagehide", store);
  store();
  sessionStorage.setItem("de-outro", "a");
  dropPrivate();
  expect(Object.keys(sessionStorage)).toEqual(["de-outro"]);
  tab.dispatchEvent(new Event("pagehide"));
  expect(Object.keys(sessionStorage)).toEqual(["de-outro"]);
});

test("without storage nothing waits and nothing fails", () => {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError");
  };
  const denied = { getItem: refuse, setItem: refuse, removeItem: refuse };
  vi.stubGlobal("localStorage", denied);
  vi.stubGlobal("sessionStorage", denied);
  expect(listWaitingNights()).toEqual([]);
  dropPrivate();
});
