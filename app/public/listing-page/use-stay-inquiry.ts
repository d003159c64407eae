import { useEffect, useState } from "react";
import {
  type ChosenDates,
  chooseDay,
  possibleDates,
} from "../../domain/calendar/stay-calendar/choose-stay.ts";
import { pageAddress } from "../../platform/ui/shell/page-address.ts";
import type { BrowserListing } from "./static/browser-listing.ts";
import type { AnsweredInquiry, TypedInquiry } from "./stay-inquiry.ts";

/** Safari allows 100 changes of the address in 30 s, and a key held down makes more. */
const addressDelay = 200;

type Answer = typeof import("./stay-inquiry.ts").answerInquiry;

export interface InitialInquiry {
  inquiry: TypedInquiry;
  answer: AnsweredInquiry;
}

export interface StayChoice extends AnsweredInquiry {
  inquiry: TypedInquiry;
  chosen: ChosenDates;
  /** True once the visitor has changed something. */
  isTouched: boolean;
  change: (part: Partial<TypedInquiry>) => void;
  pick: (day: string) => void;
}

/** Keeps dates and people in the page's address; the first change loads the code for them. */
export function useStayInquiry(
  listing: BrowserListing,
  initial: InitialInquiry,
  today: string,
  siteUrl: string,
): StayChoice {
  const [inquiry, setInquiry] = useState(initial.inquiry);
  const [isTouched, setIsTouched] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const { problems, ...answered } = answer
    ? answer(inquiry, listing, today, siteUrl)
    : initial.answer;
  const { address } = answered;
  const taken = new Set(listing.unavailableDays);

  useEffect(() => {
    if (!isTouched) return;
    const timer = setTimeout(() => {
      history.replaceState(history.state, "", address + location.hash);
      import("./refresh-parts.ts")
        .then(({ refreshParts }) => refreshParts(listing.id, inquiry))
        .catch(() => undefined);
    }, addressDelay);
    return () => clearTimeout(timer);
  }, [isTouched, address, listing.id, inquiry]);

  function update(next: (before: TypedInquiry) => TypedInquiry) {
    setIsTouched(true);
    setInquiry(next);
    if (answer) return;
    import("./stay-inquiry.ts").then(
      ({ answerInquiry }) => setAnswer(() => answerInquiry),
      () => location.assign(pageAddress(`/posts/${listing.id}`, { ...next(inquiry) })),
    );
  }

  return {
    ...answered,
    // The visitor is still choosing, and the calendar says which date comes next.
    problems: isTouched ? withoutEmpty(problems, inquiry) : problems,
    inquiry,
    isTouched,
    chosen: possibleDates(inquiry, taken, today),
    change: (part) => update((before) => ({ ...before, ...part })),
    pick: (day) =>
      update((before) => {
        const chosen = chooseDay(day, possibleDates(before, taken, today), taken, today);
        return { ...before, entrada: chosen.checkIn ?? "", saida: chosen.checkOut ?? "" };
      }),
  };
}

function withoutEmpty(problems: AnsweredInquiry["problems"], inquiry: TypedInquiry) {
  return Object.fromEntries(
    Object.entries(problems).filter(([name]) => inquiry[name as keyof TypedInquiry] !== ""),
  );
}
