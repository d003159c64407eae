import { showDialogNotice } from "../ui/feedback/dialog-notice.ts";
import { findInAppBrowser } from "../ui/in-app-browser.ts";

/** Warns in an app's browser that it may forget the saved ad, and offers a link that keeps it. */
export function explainStorage(): void {
  const app = findInAppBrowser(navigator.userAgent)?.app;
  if (!app) return;
  showDialogNotice({
    label: "Guardado",
    text: `Guardado, mas só aqui no navegador do ${app}, que pode esquecer tudo ao fechar. Com um link da lista, você a abre em qualquer navegador.`,
    link: { to: "/guardados#compartilhar", text: "Levar num link" },
  });
}
