import { mapId } from "./map-slot.tsx";

const failure =
  '<p class="note note--earth" role="alert">O desenho não carregou. Confira a internet.</p>';

/** Fetches the drawing of a search's results and shows it, unless it is no longer wanted by then. */
export async function showMap(search: string, isWanted: () => boolean): Promise<void> {
  const answer = await fetch(`/search/desenho${search}`).catch(() => null);
  const slot = document.getElementById(mapId);
  if (!isWanted() || !slot) return;
  if (!answer?.ok) {
    slot.innerHTML = failure;
    throw new Error("the drawing could not be loaded");
  }
  slot.innerHTML = await answer.text();
  for (const event of ["mouseover", "focusin", "click"]) slot.addEventListener(event, point);
}

export function hideMap(): void {
  document.getElementById(mapId)?.replaceChildren();
  light([]);
}

/** A mark points at its houses, and a house at its mark. */
function point({ target }: Event): void {
  const source =
    target instanceof Element
      ? target.closest<SVGElement | HTMLElement>("[data-casa], [data-casas]")
      : null;
  const { casa, casas } = source?.dataset ?? {};
  light(casa ? [casa] : (casas?.split(" ") ?? []));
}

function light(ids: readonly string[]): void {
  for (const lit of document.querySelectorAll<HTMLElement>("[data-lit]")) delete lit.dataset.lit;
  for (const mark of document.querySelectorAll<SVGElement>("[data-casas]")) {
    if (mark.dataset.casas?.split(" ").some((id) => ids.includes(id))) mark.dataset.lit = "";
  }
  for (const id of ids) {
    const entry = document.querySelector<HTMLElement>(`[data-casa="${id}"]`);
    const card = document.querySelector(`h3 a[href^="/posts/${id}"]`)?.closest("article");
    for (const one of [entry, card]) if (one) one.dataset.lit = "";
  }
}
