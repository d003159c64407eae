import { today } from "../../domain/calendar/civil-date.ts";
import { readStay } from "../../domain/calendar/read-stay.ts";
import { maxPeople, readPeople, writeInquiry } from "../../domain/listings/inquiry.ts";
import { listingTag } from "../../domain/listings/listing-tags.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { PublicPage } from "../../platform/web/pages/public-page.ts";
import { readInquiry } from "./stay-inquiry.ts";

export const publicPage: PublicPage = {
  readQuery: (given) => canonicalInquiry(given, today()),
  isUnbounded: ({ entrada, pessoas }) => entrada !== null || pessoas !== null,
  dependsOn: ({ id = "" }) => (isUuid(id) ? [listingTag(id)] : null),
};

/** Null if the page reports invalid values: there are endless ones, so such pages aren't cached. */
export function canonicalInquiry(params: URLSearchParams, day: string) {
  const { stay, problems } = readStay(params, day);
  const { people, problem } = readPeople(readInquiry(params).pessoas, maxPeople);
  if (problem || Object.keys(problems).length > 0) return null;
  return writeInquiry({ stay, people });
}
