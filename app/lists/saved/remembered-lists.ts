import { useLayoutEffect, useSyncExternalStore } from "react";
import { isListCode } from "../group-list.ts";

const listStorageName = "mardeminas.listas";

/** If there are more, the oldest list makes room. */
const maxRemembered = 20;

export interface RememberedList {
  code: string;
  nome: string;
}

/** This text changes exactly when the lists do; it is "" if there is no storage. */
function readText(): string {
  try {
    return localStorage.getItem(listStorageName) ?? "";
  } catch {
    return "";
  }
}

function parse(text: string): RememberedList[] {
  try {
    const lists: RememberedList[] = JSON.parse(text);
    return lists.filter(({ code, nome }) => isListCode(code) && typeof nome === "string");
  } catch {
    return [];
  }
}

function write(lists: readonly RememberedList[]): void {
  try {
    localStorage.setItem(listStorageName, JSON.stringify(lists.slice(0, maxRemembered)));
  } catch {}
}

/** Makes /guardados link to a list, or forget it if `nome` is null. */
export function useRememberedList(code: string, nome: string | null): void {
  // Before it is painted: whoever has seen a list finds it there.
  useLayoutEffect(() => {
    const others = parse(readText()).filter((list) => list.code !== code);
    write(nome === null ? others : [{ code, nome }, ...others]);
  }, [code, nome]);
}

/** Lists, the latest first; none while the server renders. */
export function useRememberedLists(): RememberedList[] {
  const text = useSyncExternalStore(subscribe, readText, () => "");
  return parse(text);
}

function subscribe(listener: () => void): () => void {
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}
