import { expect, test } from "vitest";
import { sampleListing } from "../../../../testing/listing.ts";
import { nightsOf, type Stay } from "../../../domain/calendar/stays.ts";
import type { Listing, OwnAd } from "../../../domain/listings/listing.ts";
import { assessInquiry, readInquiry } from "../stay-inquiry.ts";
import { type AskedStay, answerLink, describeAsked, type Hold, holdOf } from "./asked-nights.ts";

const today = "2026-11-21";
const stay = { checkIn: "2026-12-14", checkOut: "2026-12-16" };
const nobody: OwnAd = { uid: "maria", marked: [], feedNights: [], pausedBy: null };
const airbnb = (night: string) => ({ night, source: "Airbnb" });

const pack = {
  id: "1",
  temporada: "Festa do Lago",
  de: "2026-12-13",
  ate: "2026-12-17",
  valorFds: null,
  valorDiaria: null,
  pacote: "6000",
  minimoNoites: null,
  createdAt: new Date("2026-11-01T12:00:00Z"),
};

function ask(query: string, overrides: Partial<Listing> = {}) {
  const listing = sampleListing({
    valorFds: "1090",
    valorDiaria: "500",
    quantidadeMaximaPessoas: 8,
    unavailableDays: [],
    ...overrides,
  });
  const checked = assessInquiry(readInquiry(new URLSearchParams(query)), listing, today);
  const asked = checked.details.stay;
  if (!asked) throw new Error("no stay was asked for");
  return { stay: asked, checked };
}

function allMarked(asked: Stay): OwnAd {
  return { ...nobody, marked: nightsOf(asked) };
}

/** The reply without the ad's address, and with plain spaces. */
function reply(hold: Hold, asked: Stay, checked: AskedStay, own = allMarked(asked)): string {
  const site = { siteUrl: "https://example.com", today };
  const link = answerLink(hold, asked, checked, { own, ...site });
  const text = decodeURIComponent(link.replace("https://wa.me/?text=", ""));
  const end = ` https://example.com${checked.address}`;
  expect(text.endsWith(end)).toBe(true);
  return text.slice(0, -end.length).replaceAll("\u00a0", " ");
}

test.each<[string, Partial<OwnAd>, Hold, string]>([
  ["nobody's", {}, "free", "Livre, R$ 1.000"],
  ["all marked", { marked: ["2026-12-14", "2026-12-15"] }, "mine", "Ocupado por você"],
  ["one marked", { marked: ["2026-12-15", "2026-12-16"] }, "taken", "Ocupado por você: 15/12"],
  ["one of a feed", { feedNights: [airbnb("2026-12-15")] }, "taken", "Ocupado no Airbnb: 15/12"],
  [
    "all marked, and one of a feed, too",
    { marked: ["2026-12-14", "2026-12-15"], feedNights: [airbnb("2026-12-14")] },
    "taken",
    "Ocupado no Airbnb e por você",
  ],
])("nights that are %s", (_, taken, hold, words) => {
  const own = { ...nobody, ...taken };
  const { checked } = ask("entrada=2026-12-14&saida=2026-12-16");
  expect(holdOf(own, stay)).toBe(hold);
  expect(describeAsked(own, stay, checked, today).replaceAll("\u00a0", " ")).toBe(words);
});

test("free dates are offered with their price, and the owner offers to book them", () => {
  const { checked } = ask("entrada=2026-12-14&saida=2026-12-16&pessoas=4");
  expect(reply("free", stay, checked)).toBe(
    "Olá! Está livre de 14/12 a 16/12 (2 noites). Fica em R$ 1.000. Quer que eu reserve?",
  );
  const unpriced = ask("entrada=2026-12-14&saida=2026-12-16", { valorDiaria: null });
  expect(reply("free", stay, unpriced.checked)).toBe(
    "Olá! Está livre de 14/12 a 16/12 (2 noites). O preço eu confirmo com você. Quer que eu reserve?",
  );
});

test("dates marked for the guest are confirmed, also once the page knows them as taken", () => {
  const before = ask("entrada=2026-12-14&saida=2026-12-16");
  expect(reply("mine", stay, before.checked)).toBe(
    "Olá! Reservado para você de 14/12 a 16/12 (2 noites). Fica em R$ 1.000.",
  );
  const after = ask("entrada=2026-12-14&saida=2026-12-16", {
    unavailableDays: ["2026-12-14", "2026-12-15"],
  });
  expect(reply("mine", stay, after.checked)).toBe(
    "Olá! Reservado para você de 14/12 a 16/12 (2 noites).",
  );
});

test("taken dates are refused, with others nearby", () => {
  const { checked } = ask("entrada=2026-12-14&saida=2026-12-16", {
    unavailableDays: ["2026-12-14", "2026-12-15"],
  });
  expect(reply("taken", stay, checked)).toBe(
    "Olá! De 14/12 a 16/12 (2 noites) já está ocupado. Tenho livre 12 a 14/12, 2 noites ou 16 a 18/12, 2 noites. Serve outra data?",
  );
});

test("partly taken dates are refused by the nights that are", () => {
  const { checked, stay: asked } = ask("entrada=2026-12-10&saida=2026-12-16", {
    unavailableDays: ["2026-12-12"],
  });
  const one = { ...nobody, marked: ["2026-12-12"] };
  expect(reply("taken", asked, checked, one)).toMatch(
    /^Olá! De 10\/12 a 16\/12 \(6 noites\) não dá: 12\/12 já está ocupado\. .*Serve outra data\?$/,
  );
  const more = { ...one, marked: ["2026-12-10", "2026-12-11"], feedNights: [airbnb("2026-12-14")] };
  expect(describeAsked(more, asked, checked, today)).toBe(
    "Ocupado no Airbnb e por você: 10/12 a 11/12 e 14/12",
  );
});

test.each<[string, string, Partial<Listing>, string]>([
  [
    "too few nights",
    "entrada=2026-12-14&saida=2026-12-15",
    { minimoNoites: 2 },
    "Olá! Está livre de 14/12 a 15/12 (1 noite), mas a casa tem uma regra. Mínimo de 2 noites. Tenho livre 13 a 15/12, 2 noites ou 14 a 16/12, 2 noites. Serve assim?",
  ],
  [
    "part of a package",
    "entrada=2026-12-14&saida=2026-12-16",
    { seasons: [pack] },
    "Olá! Está livre de 14/12 a 16/12 (2 noites), mas a casa tem uma regra. Só o pacote inteiro. Festa do Lago 13 a 17/12: R$ 6.000 o pacote. Tenho livre 13 a 17/12, 4 noites ou 17 a 21/12, 4 noites. Serve assim?",
  ],
  [
    "too many people",
    "entrada=2026-12-14&saida=2026-12-16&pessoas=9",
    {},
    "Olá! Está livre de 14/12 a 16/12 (2 noites), mas a casa tem uma regra. Aqui cabem até 8 pessoas. Fica em R$ 1.000. Serve assim?",
  ],
])(
  "a request for %s is answered with the sentences of the guest's form",
  (_, query, fields, text) => {
    const { stay: asked, checked } = ask(query, fields);
    expect(Object.values(checked.problems).sort()).toEqual([...checked.broken].sort());
    expect(describeAsked(nobody, asked, checked, today)).toBe("Livre, fora das suas regras");
    expect(reply("free", asked, checked)).toBe(text);
  },
);
