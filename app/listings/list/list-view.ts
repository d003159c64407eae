import { onClick } from "../../ui/on-click.ts";

const storageName = "mardeminas.vista";

function areRows(): boolean {
  try {
    return localStorage.getItem(storageName) === "linhas";
  } catch {
    return document.documentElement.dataset.vista === "linhas";
  }
}

/** Serves the buttons that turn cards into rows; browsers remember the choice. */
export function watchListView(): void {
  onClick("[data-list-view]", () => {
    const isRows = !areRows();
    show(isRows);
    try {
      localStorage.setItem(storageName, isRows ? "linhas" : "cartoes");
    } catch {
      // It lasts as long as the page.
    }
  });
  addEventListener("storage", showListView);
  showListView();
}

export function showListView(): void {
  show(areRows());
}

function show(isRows: boolean): void {
  const { dataset } = document.documentElement;
  if (isRows) dataset.vista = "linhas";
  else delete dataset.vista;
  for (const button of document.querySelectorAll("[data-list-view]")) {
    button.setAttribute("aria-pressed", String(isRows));
  }
}
