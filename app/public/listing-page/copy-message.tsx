import { useState } from "react";
import { copyText } from "../../platform/ui/copy-text.ts";
import { whatsappLink } from "../../platform/ui/forms/phone.ts";

export interface CopyMessageProps {
  /** The number to chat with; null without WhatsApp. */
  chat: string | null;
  greeting: string;
}

type ChatCode = typeof import("./chat-code.tsx").ChatCode;

/**
 * Serves visitors whose WhatsApp is on another device, or who have none. On a desktop it also draws a code that
 * opens the conversation on a phone.
 */
export function CopyMessage({ chat, greeting }: CopyMessageProps) {
  const [code, setCode] = useState<{ ChatCode: ChatCode } | null>(null);
  function copy() {
    copyText(greeting, {
      done: "Mensagem copiada",
      failed: "Este navegador não deixou copiar a mensagem.",
    });
    if (!chat || !matchMedia("(hover: hover) and (pointer: fine)").matches) return;
    import("./chat-code.tsx").then(setCode, () => undefined);
  }
  return (
    <>
      <button type="button" className="link" onClick={copy}>
        Copiar mensagem
      </button>
      {code && chat && <code.ChatCode address={whatsappLink(chat, greeting)} />}
    </>
  );
}
