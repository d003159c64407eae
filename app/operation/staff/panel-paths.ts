/** The panel's own addresses, which are all that its password page leads on to. */
const panelPath = /^\/operador(?:\/[a-z]+)?(?:\?[\w%&=.~+-]{0,400})?$/;

/** The panel path to return to after the password; the panel's first page for any other value. */
export function readPanelPath(text: string | null): string {
  return text !== null && panelPath.test(text) ? text : "/operador";
}

export function passwordPath(url: URL): string {
  return `/operador/senha?${new URLSearchParams({ voltar: url.pathname + url.search })}`;
}
