import type { StaffTrust } from "./staff.server.ts";

/** The only addresses that the pages before the panel lead on to. */
const panelPath = /^\/operador(?:\/[a-z]+)?(?:\?[\w%&=.~+-]{0,400})?$/;

export function readPanelPath(text: string | null): string {
  return text !== null && panelPath.test(text) ? text : "/operador";
}

/** The page to which a locked panel leads: staff without a second factor set one up. */
export function unlockPath({ needsPassword, hasFactor }: StaffTrust, url: URL): string {
  return pathBefore(
    needsPassword || hasFactor ? "/operador/senha" : "/operador/fator",
    url.pathname + url.search,
  );
}

export function pathBefore(page: string, voltar: string): string {
  return `${page}?${new URLSearchParams({ voltar })}`;
}
