import { drawQrCode } from "../../platform/ui/pictures/draw-qr-code.ts";
import { QrCode } from "../../platform/ui/pictures/qr-code.tsx";

export function ChatCode({ address }: { address: string }) {
  return (
    <QrCode
      drawing={drawQrCode(address)}
      label="Código QR que abre a conversa no WhatsApp do celular"
    />
  );
}
