import { formatClock } from "../../domain/calendar/civil-date.ts";
import { Icon } from "../../platform/ui/icon.tsx";
import type { DraftStatus } from "./drafts/draft-saver.ts";
import type { TraySnapshot } from "./photos/tray-photo.ts";

export function failedPhotosText(failed: number): string {
  return failed === 1
    ? "Uma foto não chegou. Tente de novo ou remova-a antes de salvar."
    : `${failed} fotos não chegaram. Tente de novo ou remova-as antes de salvar.`;
}

export function photosText({ pending, failed }: TraySnapshot, waiting: boolean) {
  if (pending === 0 && failed === 0) return null;
  const icon = <Icon name="image-plus" />;
  if (pending === 0) {
    return (
      <>
        {icon}
        {failed === 1 ? "1 foto não chegou." : `${failed} fotos não chegaram.`}
      </>
    );
  }
  const count = pending === 1 ? "1 foto ainda a caminho." : `${pending} fotos ainda a caminho.`;
  const them = pending === 1 ? "ela" : "elas";
  return (
    <>
      {icon}
      {count} {waiting ? `Esperando por ${them}.` : `Ao salvar, esperamos por ${them}.`}
    </>
  );
}

/** When a new ad was last saved to the account, or why it wasn't. */
export function savedText(status: DraftStatus | null | undefined) {
  if (!status) return null;
  const { savedAt, isBehind, refusal } = status;
  if (isBehind) {
    return (
      <>
        <Icon name="info" />
        {refusal ?? "Ainda não guardado na sua conta. Tentamos de novo."}
      </>
    );
  }
  if (!savedAt) return null;
  return (
    <>
      <Icon name="check" />
      {`Guardado na sua conta às ${formatClock(savedAt)}.`}
    </>
  );
}
