import { readOwnLists } from "../../../domain/listings/saved/own-lists.ts";
import {
  entriesOf,
  forgetSaved,
  idOf,
  readSaved,
  readSavedText,
  savedEvent,
} from "../../../domain/listings/saved/saved-listings.ts";
import { onClick } from "../../../platform/ui/on-click.ts";

/** Only the browser knows which ads are saved: it names them to the server, which renders the list. */
export function openSaved(): void {
  onClick("[data-forget]", ({ dataset: { forget = "" } }) => {
    forgetSaved(entriesOf(forget));
    nameSaved();
  });
  // An ad forgotten by its heart stays on the page, so that a second tap brings it back, but isn't shared.
  document.addEventListener(savedEvent, shareSaved);
  addEventListener("storage", nameSaved);
  addEventListener("pageshow", nameSaved);
  nameSaved();
}

function nameSaved(): void {
  const entries = entriesOf(readSavedText());
  const named = new URLSearchParams([
    ...(entries.length > 0 ? entries : [""]).map((entry) => ["anuncio", entry]),
    ...readOwnLists().map((code) => ["lista", code]),
  ]);
  const shown = new URLSearchParams(location.search);
  if (`${shown}` !== `${named}`) location.replace(`/guardados?${named}`);
}

function shareSaved(): void {
  const shared = document.querySelector<HTMLInputElement>("main [name=anuncio]");
  if (!shared) return;
  const saved = readSaved();
  const shown = new URLSearchParams(location.search).getAll("anuncio").map(idOf);
  shared.value = shown.filter((id) => saved.includes(id)).join();
}
