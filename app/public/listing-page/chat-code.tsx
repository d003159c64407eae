import { drawQrCode } from "../ui/pictures/draw-qr-code.ts";
import { QrCode } from "../ui/pictures/qr-code.tsx";

export function ChatCode({ address }: { address: string }) {
  return (
    <QrCode
      drawing={drawQrCode(address)}
      label="Código QR que abre a conversa no WhatsApp do celular"
    />
  );
}
