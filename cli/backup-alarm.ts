import { queueOperatorMail } from "../app/platform/mail/outbox.server.ts";
import type { CommandResult, OperatorContext } from "./context.ts";

/**
 * Queues a letter about a failed backup (systemd's OnFailure=), which the running site delivers.
 */
export async function announceFailedBackup({
  db,
  requireMailedSite,
}: OperatorContext): Promise<CommandResult> {
  const { siteEmail } = await requireMailedSite();
  await queueOperatorMail(db, {
    to: siteEmail,
    subject: "O backup do site falhou",
    text: `O último backup não foi feito, não passou na conferência, ou ficou sem fotos cujos arquivos o site não tem mais. Os anteriores continuam guardados.

O motivo está no servidor: journalctl -u mar-de-minas-backup
Depois de acertar, faça um agora: systemctl start mar-de-minas-backup

Mar de Minas
`,
  });
  return { status: 0, text: `Um e-mail vai sair para ${siteEmail}.` };
}
