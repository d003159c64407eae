import { useState } from "react";
import { chatNumber, greeting, greetingLink, type Question } from "../listings/card/greeting.ts";
import { copyText } from "../ui/copy-text.ts";
import { QrCode } from "../ui/pictures/qr-code.tsx";
import type { BrowserListing } from "./static/browser-listing.ts";

export interface CopyMessageProps {
  listing: BrowserListing;
  /** Address without a trailing slash; part of the message. */
  siteUrl: string;
  question: Question;
}

type Draw = typeof import("../ui/pictures/draw-qr-code.ts").drawQrCode;

/**
 * Serves visitors whose WhatsApp is on another device, or who have none. On a desktop it also draws a code that
 * opens the conversation on a phone.
 */
export function CopyMessage({ listing, siteUrl, question }: CopyMessageProps) {
  const [draw, setDraw] = useState<Draw | null>(null);
  const telefone = chatNumber(listing);
  function copy() {
    copyText(greeting(listing, siteUrl, question), {
      done: "Mensagem copiada",
      failed: "Este navegador não deixou copiar a mensagem.",
    });
    if (!telefone || !matchMedia("(hover: hover) and (pointer: fine)").matches) return;
    import("../ui/pictures/draw-qr-code.ts").then(
      ({ drawQrCode }) => setDraw(() => drawQrCode),
      () => undefined,
    );
  }
  return (
    <>
      <button type="button" className="link" onClick={copy}>
        Copiar mensagem
      </button>
      {draw && telefone && (
        <QrCode
          drawing={draw(greetingLink({ ...listing, telefone }, siteUrl, question))}
          label="Código QR que abre a conversa no WhatsApp do celular"
        />
      )}
    </>
  );
}
