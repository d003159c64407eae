import { Icon } from "./icon.tsx";
import { whatsappShare } from "./share-address.ts";
import styles from "./share-link.module.css";

export interface ShareLinkProps {
  url: string;
  text: string;
  className?: string;
  describedBy?: string | undefined;
}

/** Served by watch-controls.ts; without script it is a link to WhatsApp. */
export function ShareLink({ url, text, className = "link", describedBy }: ShareLinkProps) {
  return (
    <a
      className={`${styles.share} ${className}`}
      href={whatsappShare(text, url)}
      data-share={url}
      data-title={text}
      aria-describedby={describedBy}
    >
      <Icon name="share-2" />
      Compartilhar
    </a>
  );
}
