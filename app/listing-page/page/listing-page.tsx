import { lazy, Suspense } from "react";
import type { HolidayDays } from "../../calendar/holidays.ts";
import { StayCalendar } from "../../calendar/stay-calendar/stay-calendar.tsx";
import { ContactBar, ContactBox, type ContactBoxProps } from "../contact-box.tsx";
import { Gallery } from "../gallery/gallery.tsx";
import { ListingHead, type ListingHeadProps } from "../listing-facts.tsx";
import { nothingAsked } from "../nothing-asked.ts";
import { useOwnAd } from "../own/use-own-ad.ts";
import type { BrowserListing } from "../static/browser-listing.ts";
import { StaticPart } from "../static/static-part.tsx";
import type { renderStaticParts } from "../static/static-parts.server.tsx";
import { StayForm } from "../stay-form.tsx";
import { StayStatus } from "../stay-status.tsx";
import { type InitialInquiry, useStayInquiry } from "../use-stay-inquiry.ts";
import styles from "./listing-page.module.css";

/** Loaded for the ad's owner alone. */
const OwnAdBar = lazy(async () => ({
  default: (await import("../own/own-ad-bar.tsx")).OwnAdBar,
}));

export interface ListingPageProps {
  listing: BrowserListing;
  siteUrl: string;
  today: string;
  /** Null if the address asks for nothing. */
  asked: InitialInquiry | null;
  terms: readonly string[];
  freshness: string;
  /** True if nobody confirmed the calendar lately. */
  isStale: boolean;
  holidays: HolidayDays;
  advertiser: Pick<ContactBoxProps, "others" | "answerTime">;
  receivesQuestions: boolean;
  checked: ListingHeadProps["checked"];
  parts: ReturnType<typeof renderStaticParts>;
  /** The rendered section of similar ads. */
  similar: string;
}

/** The page but for its frame. Pages for visitors hydrate it without the router. */
export function ListingPage(props: ListingPageProps) {
  const {
    listing,
    siteUrl,
    today,
    asked,
    terms,
    freshness,
    isStale,
    holidays,
    advertiser,
    receivesQuestions,
    checked,
    parts,
    similar,
  } = props;
  const own = useOwnAd(listing.id);
  const choice = useStayInquiry(listing, asked ?? nothingAsked(listing.id), today);
  const contact = { listing, siteUrl, question: choice.question };
  // The link keeps the dates and people of the ad's address.
  const askAddress = receivesQuestions ? choice.address.replace(listing.id, "$&/perguntar") : null;
  return (
    <>
      {own && (
        <Suspense>
          <div className={`wrap ${styles.own}`}>
            <OwnAdBar own={own} id={listing.id} asked={choice} siteUrl={siteUrl} today={today} />
          </div>
        </Suspense>
      )}
      <Gallery photos={listing.photos} />
      <div className={`wrap ${styles.page}`}>
        <div className={styles.intro}>
          <StaticPart part="trail" html={parts.trail} className={styles.trail} />
          {parts.pause && <StaticPart part="pause" html={parts.pause} />}
          <ListingHead listing={listing} url={siteUrl + choice.address} checked={checked}>
            <StaticPart part="facts" html={parts.facts} />
          </ListingHead>
        </div>
        {/* The box sticks within this element, and so never covers what follows at full width. */}
        <div className={styles.aside}>
          <ContactBox
            {...contact}
            {...advertiser}
            terms={terms}
            askAddress={askAddress}
            freshness={freshness}
          >
            <StayForm listing={listing} choice={choice} today={today} />
          </ContactBox>
        </div>
        <div className={styles.main}>
          {parts.leisure && <StaticPart part="leisure" html={parts.leisure} />}
          <section aria-labelledby="datas">
            <h2 id="datas">Disponibilidade</h2>
            <StayStatus listing={listing} choice={choice} />
            <StayCalendar
              unavailableDays={listing.unavailableDays}
              openWord={isStale ? "pergunte" : "livre"}
              today={today}
              legend={<StaticPart part="legend" html={parts.legend} />}
              chosen={choice.chosen}
              holidays={holidays}
              onPick={choice.pick}
            />
          </section>
          <StaticPart part="details" html={parts.details} />
          {parts.testimonials && <StaticPart part="testimonials" html={parts.testimonials} />}
        </div>
        <StaticPart part="advice" html={parts.advice} className={styles.advice} />
        <StaticPart part="where" html={parts.where} />
        <StaticPart part="paper" html={parts.paper} className={styles.paper} />
        <StaticPart part="similar" html={similar} className={styles.paperless} />
      </div>
      {!own && <ContactBar {...contact} summary={choice.summary} />}
    </>
  );
}
