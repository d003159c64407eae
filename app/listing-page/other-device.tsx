import { type ToggleEvent, useState } from "react";
import { chatNumber, greeting, greetingLink, type Question } from "../listings/card/greeting.ts";
import { copyText } from "../ui/copy-text.ts";
import { Icon } from "../ui/icon.tsx";
import type { QrDrawing } from "../ui/pictures/draw-qr-code.ts";
import { QrCode } from "../ui/pictures/qr-code.tsx";
import styles from "./other-device.module.css";
import type { BrowserListing } from "./static/browser-listing.ts";

export interface OtherDeviceProps {
  listing: BrowserListing;
  /** Address without a trailing slash; part of the message. */
  siteUrl: string;
  question: Question;
}

/** Ways to write to the advertiser for those whose WhatsApp is on another device, or who have none. */
export function OtherDevice({ listing, siteUrl, question }: OtherDeviceProps) {
  const telefone = chatNumber(listing);
  const copy = () =>
    copyText(greeting(listing, siteUrl, question), {
      done: "Mensagem copiada",
      failed: "Este navegador não deixou copiar a mensagem.",
    });
  return (
    <div className={styles.ways}>
      <button type="button" className="link" onClick={copy}>
        <Icon name="copy" />
        Copiar mensagem
      </button>
      {telefone && <PhoneCode link={greetingLink({ ...listing, telefone }, siteUrl, question)} />}
    </div>
  );
}

type Draw = typeof import("../ui/pictures/draw-qr-code.ts").drawQrCode;

/** Folded, since few need it; the first opening loads the encoder. */
function PhoneCode({ link }: { link: string }) {
  const [draw, setDraw] = useState<Draw | "failed" | null>(null);
  async function load({ currentTarget }: ToggleEvent<HTMLDetailsElement>) {
    if (!currentTarget.open || typeof draw === "function") return;
    try {
      const { drawQrCode } = await import("../ui/pictures/draw-qr-code.ts");
      setDraw(() => drawQrCode);
    } catch {
      setDraw("failed");
    }
  }
  const drawing: QrDrawing | null = typeof draw === "function" ? draw(link) : null;
  return (
    <details className={styles.code} onToggle={load}>
      <summary>Abrir a conversa no celular</summary>
      {drawing ? (
        <>
          <QrCode drawing={drawing} label="Código QR que abre a conversa no WhatsApp" />
          <p className="small soft">
            Aponte a câmera do celular. A mensagem já vai escrita, com o que você escolheu aqui.
          </p>
        </>
      ) : (
        <p className="small soft" aria-live="polite">
          {draw === "failed"
            ? "O código não carregou. Confira a conexão e abra de novo."
            : "Desenhando o código…"}
        </p>
      )}
    </details>
  );
}
