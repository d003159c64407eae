import offerStyles from "../offers/offer.module.css";
import styles from "./listing-card.module.css";
import type { RenderedCard } from "./rendered-cards.server.tsx";

/** A card without its code, whose stylesheets would otherwise be left out of the build. */
export function CardMarkup({ card }: { card: RenderedCard }) {
  return (
    <article
      className={`${styles.card} ${offerStyles.scope}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React on the server
      dangerouslySetInnerHTML={{ __html: card.html }}
    />
  );
}
