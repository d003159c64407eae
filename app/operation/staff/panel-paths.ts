/** The only addresses that the panel's password page leads on to. */
const panelPath = /^\/operador(?:\/[a-z]+)?(?:\?[\w%&=.~+-]{0,400})?$/;

export function readPanelPath(text: string | null): string {
  return text !== null && panelPath.test(text) ? text : "/operador";
}

export function passwordPath(url: URL): string {
  return `/operador/senha?${new URLSearchParams({ voltar: url.pathname + url.search })}`;
}
