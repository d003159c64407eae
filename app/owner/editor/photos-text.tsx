import { Icon } from "../../ui/icon.tsx";
import type { TraySnapshot } from "../../uploads/tray-photo.ts";

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
