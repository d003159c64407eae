import { readStay } from "../../calendar/asked-stay.ts";
import { today } from "../../calendar/civil-date.ts";
import { isUuid } from "../../db/uuid.ts";
import type { PublicPage } from "../../site/public-page.ts";
import { listingTag } from "../listing-tags.ts";
import { writeVisit } from "../visit.ts";
import { mostPeople, readInquiry, readPeople } from "./stay-inquiry.ts";

export const publicPage: PublicPage = {
  readQuery: (given) => canonicalInquiry(given, today()),
  isUnbounded: ({ entrada, pessoas }) => entrada !== null || pessoas !== null,
  dependsOn: ({ id = "" }) => (isUuid(id) ? [listingTag(id)] : null),
};

/**
 * The query of any listing's page in canonical form, null if the page explains what is wrong with
 * it: there is no end of wrong values, and pages about them are not cached.
 */
export function canonicalInquiry(params: URLSearchParams, day: string) {
  const { stay, problems } = readStay(params, day);
  const { people, problem } = readPeople(readInquiry(params).pessoas, mostPeople);
  if (problem || Object.keys(problems).length > 0) return null;
  return writeVisit({ stay, people });
}
