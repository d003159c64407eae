import type { Pause } from "../../../domain/accounts/visibility/pause.ts";
import type { Listing } from "../../../domain/listings/listing.ts";
import { locationPath } from "../../../domain/region/locations.ts";
import type { ShownTestimonials } from "../../../domain/testimonials/list-shown.server.ts";
import { Trail } from "../../../platform/ui/shell/trail.tsx";
import { Island } from "../../../platform/web/islands/island.tsx";
import { TestimonialSection } from "../../testimonials/shown/shown-testimonials.tsx";
import { ContactBar } from "../contact-box.tsx";
import { Gallery } from "../gallery/gallery.tsx";
import { ListingHead } from "../listing-facts.tsx";
import { SimilarListings, type SimilarListingsProps } from "../similar/small-listings.tsx";
import { Details, Facts, Leisure, Paper } from "../static/facts.tsx";
import { PauseNote } from "../static/pause-note.tsx";
import { SafetyTips } from "../static/safety-tips.tsx";
import type { TrustSignals } from "../static/trust-signals.server.ts";
import { Whereabouts } from "../static/whereabouts.tsx";
import styles from "./listing-page.module.css";
import { StayPart, type StayPartProps } from "./stay-part.tsx";

export interface ListingPageProps {
  listing: Listing;
  signals: Pick<TrustSignals, "checked" | "pixName">;
  pause: Pause | null;
  testimonials: ShownTestimonials;
  stay: StayPartProps;
  similar: SimilarListingsProps | null;
}

/** The page without its frame. Its island also fills the places that have an attribute `data-…-place`. */
export function ListingPage(props: ListingPageProps) {
  const { listing, signals, pause, testimonials, stay, similar } = props;
  const { siteUrl, today, chat, initial } = stay;
  const { address, greeting, summary } = initial.answer;
  return (
    <>
      <div className={`wrap ${styles.own}`} data-own-place translate="no" />
      <Gallery photos={listing.photos} />
      <div className={`wrap ${styles.page}`}>
        <div className={styles.intro}>
          <div className={styles.trail}>
            <Trail
              steps={[
                { name: "Início", to: "/" },
                { name: listing.localizacao, to: locationPath(listing.localizacao) },
                { name: listing.title },
              ]}
            />
          </div>
          {pause && <PauseNote pause={pause} />}
          <ListingHead listing={listing} url={siteUrl + address} checked={signals.checked}>
            <Facts listing={listing} />
          </ListingHead>
        </div>
        <Island name="stay" of={StayPart} props={stay} />
        <div className={styles.leisure}>
          <Leisure listing={listing} />
        </div>
        <div className={styles.main}>
          <Details listing={listing} today={today} />
          <TestimonialSection listing={listing} shown={testimonials} />
        </div>
        <div className={styles.tips}>
          <SafetyTips listing={listing} {...signals} />
        </div>
        <Whereabouts listing={listing} position={listing.position} />
        <div className={styles.paper}>
          <Paper address={`${siteUrl}/posts/${listing.id}`} id={listing.id} />
        </div>
        <div className={styles.similar} data-asked>
          {similar && <SimilarListings {...similar} />}
        </div>
      </div>
      <div className={styles.bar} data-bar-place translate="no">
        <ContactBar listing={listing} chat={chat} greeting={greeting} summary={summary} />
      </div>
    </>
  );
}
