import { Markup } from "../../delivery/hydration/markup.tsx";
import { showSaved } from "../../saved/saved-listings.ts";
import offerStyles from "../offers/offer.module.css";
import styles from "./listing-card.module.css";
import type { RenderedCard } from "./rendered-cards.server.tsx";

/** A card without its code, whose stylesheets would otherwise be left out of the build. */
export function CardMarkup({ card }: { card: RenderedCard }) {
  const className = `${styles.card} ${offerStyles.scope}`;
  return <Markup as="article" className={className} html={card.html} ref={showHearts} />;
}

function showHearts(card: HTMLElement | null): void {
  for (const heart of card?.querySelectorAll<HTMLElement>("[data-save]") ?? []) showSaved(heart);
}
