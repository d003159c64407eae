import { expect, test } from "vitest";
import { describeFreshness, staleCalendarAge } from "./freshness.ts";

const day = "2026-11-21";
const at = (text: string) => new Date(text);

test.each([
  ["2026-11-20T12:00:00Z", null, "Calendário atualizado em 20/11/2026"],
  // This is 23:30 of the 19th in the region.
  ["2026-11-20T02:30:00Z", null, "Calendário atualizado em 19/11/2026"],
  [
    "2026-11-18T12:00:00Z",
    "2026-11-20T03:00:00Z",
    "Calendário atualizado em 18/11/2026, sincronizado com outros sites",
  ],
  [
    "2026-11-18T12:00:00Z",
    "2026-11-20T02:59:59Z",
    "Calendário atualizado em 18/11/2026, sincronizado com outros sites até 19/11/2026",
  ],
  [
    "2026-11-18T12:00:00Z",
    "2026-11-21T12:00:00Z",
    "Calendário atualizado em 18/11/2026, sincronizado com outros sites",
  ],
  [
    "2026-11-21T12:00:00Z",
    "2026-11-17T12:00:00Z",
    "Calendário atualizado em 21/11/2026, sincronizado com outros sites até 17/11/2026",
  ],
])("checked %s, feeds read %s: %s", (checked, read, sentence) => {
  const datesCheckedAt = at(checked);
  const feedsReadAt = read === null ? null : at(read);
  expect(describeFreshness({ datesCheckedAt, feedsReadAt }, day)).toBe(sentence);
});

test.each([
  ["2026-11-21T12:00:00Z", null, null],
  ["2026-10-23T12:00:00Z", null, null],
  ["2026-10-22T12:00:00Z", null, "Calendário de 30 dias atrás"],
  ["2026-06-21T12:00:00Z", "2026-11-21T12:00:00Z", null],
  ["2026-11-21T12:00:00Z", "2026-06-21T12:00:00Z", null],
  ["2026-09-21T12:00:00Z", "2026-10-12T12:00:00Z", "Calendário de 40 dias atrás"],
])("checked %s, feeds read %s: stale age %s", (checked, read, age) => {
  const datesCheckedAt = at(checked);
  const feedsReadAt = read === null ? null : at(read);
  expect(staleCalendarAge({ datesCheckedAt, feedsReadAt }, day)).toBe(age);
});
