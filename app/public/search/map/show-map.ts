export const mapId = "resultados-no-desenho";

const failure =
  '<p class="note note--earth" role="alert">O desenho não carregou. Confira a internet.</p>';

/** Shows the drawing, or hides it again. */
export async function turnMap(button: Element): Promise<void> {
  const isOpen = button.getAttribute("aria-pressed") === "true";
  button.setAttribute("aria-pressed", String(!isOpen));
  if (isOpen) hideMap();
  else await showMap(button);
}

/** Fetches the drawing of the search's results, and shows it unless it is no longer wanted by then. */
async function showMap(button: Element): Promise<void> {
  const answer = await fetch(`/search/desenho${location.search}`).catch(() => null);
  const html = answer?.ok ? await answer.text() : failure;
  const slot = document.getElementById(mapId);
  if (!slot || !button.isConnected || button.getAttribute("aria-pressed") === "false") return;
  slot.innerHTML = html;
  if (html === failure) button.setAttribute("aria-pressed", "false");
  for (const event of ["mouseover", "focusin", "click"]) slot.addEventListener(event, point);
}

function hideMap(): void {
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
