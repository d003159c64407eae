import type { MouseEvent } from "react";
import { showToast } from "./feedback/toast.ts";
import { Icon } from "./icon.tsx";
import { whatsappShare } from "./share-address.ts";
import styles from "./share-link.module.css";

export interface ShareLinkProps {
  url: string;
  text: string;
  className?: string;
  describedBy?: string | undefined;
  /** Called when the share sheet opens or the address is copied. */
  onShare?: () => void;
}

/**
 * Opens the share sheet, or copies the address. A plain WhatsApp link if there is no script, and on
 * phones without a share sheet, as inside apps.
 */
export function ShareLink({ url, text, className = "link", describedBy, onShare }: ShareLinkProps) {
  const whatsapp = whatsappShare(text, url);

  async function share(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    onShare?.();
    const canCopy = "clipboard" in navigator && !/Android|iP(hone|ad)/.test(navigator.userAgent);
    if (!("share" in navigator) && !canCopy) return;
    event.preventDefault();
    try {
      await (typeof navigator.share === "function"
        ? navigator.share({ title: text, url })
        : copy());
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      if (canCopy) await copy().catch(() => location.assign(whatsapp));
      else location.assign(whatsapp);
    }
  }

  async function copy() {
    await navigator.clipboard.writeText(url);
    showToast({ kind: "success", text: "Link copiado" });
  }

  return (
    <a
      className={`${styles.share} ${className}`}
      href={whatsapp}
      onClick={share}
      aria-describedby={describedBy}
    >
      <Icon name="share-2" />
      Compartilhar
    </a>
  );
}
