import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useLayoutEffect,
  useState,
} from "react";
import { createPortal } from "react-dom";
import type { HolidayDays } from "../../../domain/calendar/holidays.ts";
import { StayCalendar } from "../../../domain/calendar/stay-calendar/stay-calendar.tsx";
import { StayLegend } from "../../../domain/calendar/stay-calendar/stay-legend.tsx";
import { ContactBar, ContactBox, type ContactBoxProps } from "../contact-box.tsx";
import type { OwnAdBarProps } from "../own/own-ad-bar.tsx";
import { useOwnAd } from "../own/use-own-ad.ts";
import type { BrowserListing } from "../static/browser-listing.ts";
import { StayForm, StayStatus } from "../stay-form.tsx";
import { type InitialInquiry, useStayInquiry } from "../use-stay-inquiry.ts";
import styles from "./listing-page.module.css";

/** Loaded for the ad's owner alone. If that fails, as when the page is left, the ad goes on without it. */
const OwnAdBar = lazy<ComponentType<OwnAdBarProps>>(() =>
  import("../own/own-ad-bar.tsx").then(
    (it) => ({ default: it.OwnAdBar }),
    () => ({ default: () => null }),
  ),
);

export interface StayPartProps
  extends Pick<ContactBoxProps, "chat" | "terms" | "others" | "answerTime" | "freshness"> {
  listing: BrowserListing;
  /** Address without a trailing slash. */
  siteUrl: string;
  today: string;
  initial: InitialInquiry;
  /** Age of the calendar in words; null if it can be trusted. */
  staleAge: string | null;
  holidays: HolidayDays;
  receivesQuestions: boolean;
}

/** The ad's island: prices and contact, and the dates and people that they depend on. */
export function StayPart(props: StayPartProps) {
  const { listing, siteUrl, today, initial, staleAge, holidays, receivesQuestions, ...box } = props;
  const own = useOwnAd(listing.id);
  const choice = useStayInquiry(listing, initial, today, siteUrl);
  const contact = { listing, chat: box.chat, greeting: choice.greeting };
  // The link keeps the dates and people of the ad's address.
  const askAddress = receivesQuestions ? choice.address.replace(listing.id, "$&/perguntar") : null;
  return (
    <>
      {/* The box sticks within this element, and so never covers what follows at full width. */}
      <div className={styles.aside}>
        <ContactBox {...box} {...contact} askAddress={askAddress}>
          <StayForm listing={listing} choice={choice} today={today} />
        </ContactBox>
      </div>
      <section className={styles.dates} aria-labelledby="datas">
        <h2 id="datas">Disponibilidade</h2>
        <StayStatus listing={listing} choice={choice} />
        <StayLegend today={today} unavailableDays={listing.unavailableDays} staleAge={staleAge} />
        <StayCalendar
          unavailableDays={listing.unavailableDays}
          openWord={staleAge === null ? "livre" : "pergunte"}
          today={today}
          chosen={choice.chosen}
          holidays={holidays}
          onPick={choice.pick}
        />
      </section>
      {own && (
        <InPlace of="[data-own-place]">
          <OwnAdBar own={own} id={listing.id} asked={choice} siteUrl={siteUrl} today={today} />
        </InPlace>
      )}
      {(own || choice.isTouched) && (
        <InPlace of="[data-bar-place]">
          {!own && <ContactBar {...contact} summary={choice.summary} />}
        </InPlace>
      )}
    </>
  );
}

/** Shows its children in an element of the page instead of the server's, which is back once React is gone. */
function InPlace({ of, children }: { of: string; children: ReactNode }) {
  const [place] = useState(() => document.querySelector(of));
  const [server] = useState(() => place?.firstElementChild);
  useLayoutEffect(() => {
    if (!server) return;
    server.remove();
    return () => place?.prepend(server);
  }, [place, server]);
  return place && createPortal(<Suspense>{children}</Suspense>, place);
}
