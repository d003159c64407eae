/** The only addresses that the panel's password page leads on to. */
const panelPath = /^\/operador(?:\/[a-z]+)?(?:\?[\w%&=.~+-]{0,400})?$/;

/** Where to return after the password; the panel's first page for any other text. */
export function readPanelPath(text: string | null): string {
  return text !== null && panelPath.test(text) ? text : "/operador";
}

export function passwordPath(url: URL): string {
  return `/operador/senha?${new URLSearchParams({ voltar: url.pathname + url.search })}`;
}
