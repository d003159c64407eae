import { Island } from "../../delivery/hydration/island.tsx";
import type { Listing } from "../../listings/listing.ts";
import { ContactBar } from "../contact-box.tsx";
import { Gallery } from "../gallery/gallery.tsx";
import { ListingHead, type ListingHeadProps } from "../listing-facts.tsx";
import { StaticPart } from "../static/static-part.tsx";
import type { renderStaticParts } from "../static/static-parts.server.tsx";
import styles from "./listing-page.module.css";
import { StayPart, type StayPartProps } from "./stay-part.tsx";

export interface ListingPageProps {
  listing: Listing;
  checked: ListingHeadProps["checked"];
  stay: StayPartProps;
  parts: ReturnType<typeof renderStaticParts>;
  /** The rendered section of similar ads. */
  similar: string;
}

/** The page but for its frame. Its island also fills the places that have an attribute `data-…-place`. */
export function ListingPage({ listing, checked, stay, parts, similar }: ListingPageProps) {
  const { siteUrl, chat, asked } = stay;
  const { address, greeting, summary } = asked.answer;
  return (
    <>
      <div className={`wrap ${styles.own}`} data-own-place translate="no" />
      <Gallery photos={listing.photos} />
      <div className={`wrap ${styles.page}`}>
        <div className={styles.intro}>
          <StaticPart part="trail" html={parts.trail} className={styles.trail} />
          {parts.pause && <StaticPart part="pause" html={parts.pause} />}
          <ListingHead listing={listing} url={siteUrl + address} checked={checked}>
            <StaticPart part="facts" html={parts.facts} />
          </ListingHead>
        </div>
        <Island name="stay" of={StayPart} props={stay} />
        <div className={styles.main}>
          {parts.leisure && <StaticPart part="leisure" html={parts.leisure} />}
          <StaticPart part="details" html={parts.details} />
          {parts.testimonials && <StaticPart part="testimonials" html={parts.testimonials} />}
        </div>
        <StaticPart part="advice" html={parts.advice} className={styles.advice} />
        <StaticPart part="where" html={parts.where} />
        <StaticPart part="paper" html={parts.paper} className={styles.paper} />
        <StaticPart part="similar" html={similar} className={styles.paperless} />
      </div>
      <div className={styles.bar} data-bar-place translate="no">
        <ContactBar listing={listing} chat={chat} greeting={greeting} summary={summary} />
      </div>
    </>
  );
}
