import { showDialogNotice } from "../../ui/feedback/dialog-notice.ts";

/** With a way to keep what was saved. */
export function explainStorage(app: string): void {
  showDialogNotice({
    label: "Guardado",
    text: `Guardado, mas só aqui no navegador do ${app}, que pode esquecer tudo ao fechar. Com um link da lista, você a abre em qualquer navegador.`,
    link: { to: "/guardados#compartilhar", text: "Levar num link" },
  });
}
