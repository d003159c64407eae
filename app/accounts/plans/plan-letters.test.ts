import { expect, test } from "vitest";
import { describePayment } from "../payments/payment-notice.ts";
import {
  coveredByGrant,
  type EndEvents,
  type EndLetter,
  endLetterDue,
  markSent,
} from "./end-letters.ts";
import {
  type Letter,
  type LetterOwner,
  type PlanChange,
  writeEndLetter,
  writeGrantLetter,
} from "./plan-letters.ts";
import type { PlanId } from "./plans.ts";

const site = { mailedSiteUrl: "https://mardeminas.example", pix: null };
const pixSite = { ...site, pix: {} };

function textOf(letter: Letter | null): string {
  if (!letter) throw new Error("no letter");
  return typeof letter.text === "string" ? letter.text : letter.text((words) => words);
}

function owner<Plano extends string>(plano: Plano, facts: Partial<LetterOwner> = {}) {
  return {
    displayName: "Maria",
    validoAte: null,
    planEndedOn: null,
    endedPlan: null,
    freeUntil: null,
    postsCriados: 1,
    postsPermitidos: plano === "profissional" ? 2 : plano === "basico" ? 1 : 0,
    ...facts,
    plano,
  };
}

const end = "2027-01-31";
const running = owner("profissional", { validoAte: end });
const over = owner("nenhum", { planEndedOn: end, endedPlan: "profissional" });
const stays = "seu anúncio fica no ar até 02/03/2027";

/** About a Plano Profissional that ends on 2027-01-31. */
const endLetters: [EndLetter, day: string, LetterOwner, subject: string, words: string[]][] = [
  [
    "month-before",
    "2027-01-01",
    running,
    "Seu plano no Mar de Minas termina daqui a 30 dias",
    ["Seu Plano Profissional vai até 31/01/2027, daqui a 30 dias.", stays],
  ],
  [
    "week-before",
    "2027-01-24",
    running,
    "Seu plano no Mar de Minas vai até 31/01/2027",
    ["Seu Plano Profissional vai até 31/01/2027, daqui a 7 dias.", stays],
  ],
  [
    "last-day",
    end,
    running,
    "Hoje é o último dia do seu plano no Mar de Minas",
    ["Hoje, 31/01/2027, é o último dia do seu Plano Profissional.", stays],
  ],
  [
    "ended",
    "2027-02-01",
    over,
    "Seu plano no Mar de Minas terminou em 31/01/2027",
    ["Seu Plano Profissional terminou em 31/01/2027.", `${stays}, daqui a 29 dias.`],
  ],
  [
    "pause-soon",
    "2027-02-23",
    over,
    "Seu anúncio fica no Mar de Minas só até 02/03/2027",
    ["Seu Plano Profissional terminou em 31/01/2027.", `${stays}, daqui a 7 dias.`],
  ],
  [
    "paused",
    "2027-03-03",
    over,
    "Seu anúncio saiu do ar no Mar de Minas",
    ["Seu anúncio saiu do ar hoje, porque o seu Plano Profissional terminou", "Nada foi apagado"],
  ],
];

test.each(endLetters)(
  "the letter %s says the plan, the days, what happens to the ad, the price and how to pay",
  (kind, day, account, subject, words) => {
    const about = { end, ads: 1, notices: [] };
    const letter = writeEndLetter(kind, account, about, site, day);
    const text = textOf(letter);
    expect(letter.subject).toBe(subject);
    for (const part of words) expect(text).toContain(part);
    expect(text).toContain("R$ 80,00 por mês ou R$ 800,00 por ano");
    expect(text).toContain(`${site.mailedSiteUrl}/contato?plano=profissional&para=renovar`);
    expect(text).not.toContain("Pix");
    const byPix = writeEndLetter(kind, account, about, pixSite, day);
    const url = `${site.mailedSiteUrl}/plans/pix?plano=profissional&por=mes`;
    expect([textOf(byPix).includes(url), byPix.button.url]).toEqual([true, url]);
  },
);

test("a payment told of is said to wait, and nothing asks for another", () => {
  const toldAt = new Date("2027-01-28T15:00:00Z");
  const told = { orderId: "1", plano: "basico", por: "mes", cents: 2500, motivo: null } as const;
  for (const [day, path] of [
    ["2027-01-29", "/dashboard"],
    ["2027-01-30", "/contato?plano=profissional&para=renovar"],
  ] as const) {
    const notices = [describePayment({ ...told, toldAt }, day)];
    const about = { end, ads: 1, notices };
    const letter = writeEndLetter("week-before", running, about, pixSite, day);
    expect(textOf(letter)).toContain("Não é preciso pagar de novo.");
    expect(textOf(letter)).not.toMatch(/Pagar com Pix|\/plans|por mês|renovar/);
    expect(letter.button.url).toBe(site.mailedSiteUrl + path);
  }
});

interface Grant {
  title: string;
  before: LetterOwner;
  after: LetterOwner & { plano: PlanId };
  change?: Partial<PlanChange>;
  subject: string;
  words: string[];
}

/** Granted on 2027-01-15. */
const grants: Grant[] = [
  {
    title: "six free months, the first date of a new account",
    before: owner("basico"),
    after: owner("basico", { validoAte: "2027-07-15", freeUntil: "2027-07-15" }),
    change: { term: "6-meses" },
    subject: "Seu Plano Básico no Mar de Minas vai até 15/07/2027",
    words: [
      "Seu Plano Básico vai até 15/07/2027, incluído. Nele cabe 1 anúncio.",
      "São 6 meses grátis: não há nada a pagar agora.",
      "Para continuar depois, R$ 25,00 por mês ou R$ 250,00 por ano.",
      "Perto do fim, avisamos por e-mail.",
    ],
  },
  {
    title: "a renewed month, with which an ad is public again",
    before: owner("nenhum", { planEndedOn: "2026-12-01", endedPlan: "basico" }),
    after: owner("basico", { validoAte: "2027-02-15" }),
    change: { term: "mes", resumed: 1 },
    subject: "Seu Plano Básico no Mar de Minas foi renovado, e seu anúncio voltou ao ar",
    words: ["Seu Plano Básico vai até 15/02/2027, incluído."],
  },
  {
    title: "another plan",
    before: owner("basico", { validoAte: "2027-01-31" }),
    after: owner("profissional", { validoAte: "2028-01-20" }),
    change: {
      term: "ano",
      replaced: {
        plano: "basico",
        until: "2027-01-31",
        paidDays: 16,
        freeDays: 0,
        creditedDays: 5,
      },
    },
    subject: "Agora você está no Plano Profissional do Mar de Minas",
    words: [
      "até 20/01/2028",
      "cabem até 2 anúncios.",
      "Os 16 dias que faltavam do Plano Básico valem 5 dias no Plano Profissional.",
      "R$ 80,00 por mês ou R$ 800,00 por ano",
    ],
  },
  {
    title: "a plan after none",
    before: owner("nenhum"),
    after: owner("basico"),
    subject: "Seu Plano Básico no Mar de Minas está ativo",
    words: ["Você está no Plano Básico.", "Não há nada a pagar agora, nem data para terminar."],
  },
  {
    title: "an earlier end",
    before: owner("basico", { validoAte: "2027-12-31" }),
    after: owner("basico", { validoAte: "2027-01-16" }),
    subject: "Seu Plano Básico no Mar de Minas vai até 16/01/2027",
    words: ["Seu Plano Básico vai até 16/01/2027, incluído."],
  },
  {
    title: "no plan any more",
    before: owner("profissional", { validoAte: "2027-12-31" }),
    after: owner("nenhum", { planEndedOn: "2027-01-15", endedPlan: "profissional" }),
    subject: "Seu plano no Mar de Minas terminou",
    words: [
      "Seu Plano Profissional terminou em 15/01/2027.",
      "Mas seu anúncio fica no ar até 14/02/2027, daqui a 30 dias.",
      "Para renovar o Plano Profissional, R$ 80,00 por mês ou R$ 800,00 por ano.",
    ],
  },
];

const nothingElse = { term: null, replaced: null, notices: [], resumed: 0 };

test.each(grants)("the letter of a grant tells: $title", (grant) => {
  const { before, after, change } = grant;
  const letter = writeGrantLetter({ before, after, ...nothingElse, ...change }, site, "2027-01-15");
  expect(letter?.subject).toBe(grant.subject);
  for (const words of grant.words) expect(textOf(letter)).toContain(words);
  // If the plan ends tomorrow, there is no time for the letter before its end.
  if (grant.title === "an earlier end") expect(textOf(letter)).not.toContain("Perto do fim");
  const again = { before: after, after, ...nothingElse };
  expect(writeGrantLetter(again, site, "2027-01-15")).toBeNull();
});

const nothing = { endLetter: null, endLetterFor: null, warnedOfEnd: null, toldOfEnd: null };
const quiet: EndEvents = { isEnding: false, pausing: 0, publicAds: 1 };
const ending = { ...quiet, isEnding: true };

test.each<[day: string, events: EndEvents, letter: string | null]>([
  ["2026-12-31", quiet, null],
  ["2027-01-01", quiet, "month-before"],
  ["2027-01-23", quiet, "month-before"],
  ["2027-01-24", quiet, "week-before"],
  ["2027-01-30", quiet, "week-before"],
  ["2027-01-31", quiet, "last-day"],
  ["2027-02-01", ending, "ended"],
  ["2027-02-05", ending, "ended"],
  ["2027-02-05", quiet, null],
  ["2027-02-22", quiet, null],
  ["2027-02-23", quiet, "pause-soon"],
  ["2027-02-26", ending, "pause-soon"],
  ["2027-02-26", { ...ending, publicAds: 0 }, "ended"],
  ["2027-02-26", { ...quiet, publicAds: 0 }, null],
  ["2027-03-02", quiet, "pause-soon"],
  ["2027-03-03", { ...quiet, pausing: 1, publicAds: 0 }, "paused"],
  ["2027-05-01", { isEnding: true, pausing: 1, publicAds: 0 }, "paused"],
])("on %s, with %j, a first letter about an end on 2027-01-31 is: %s", (day, events, letter) => {
  expect(endLetterDue("2027-01-31", nothing, day, events)).toBe(letter);
});

test("neither a letter that was sent, nor an earlier one, is sent again about the same end", () => {
  const end = "2027-01-31";
  const sent = { ...nothing, ...markSent(end, "week-before") };
  expect(endLetterDue(end, sent, "2027-01-10", quiet)).toBeNull();
  expect(endLetterDue(end, sent, "2027-01-25", quiet)).toBeNull();
  expect(endLetterDue(end, sent, "2027-01-31", quiet)).toBe("last-day");
  expect(endLetterDue("2027-02-28", sent, "2027-02-22", quiet)).toBe("week-before");
});

test("what the version without `endLetter` announced isn't announced again", () => {
  const end = "2027-01-31";
  const warned = { ...nothing, warnedOfEnd: end };
  expect(endLetterDue(end, warned, "2027-01-26", quiet)).toBeNull();
  expect(endLetterDue(end, { ...warned, toldOfEnd: end }, end, quiet)).toBeNull();
});

test("the letter of a grant stands for those whose day has come, or comes within a week", () => {
  expect(coveredByGrant("2027-03-31", "2027-01-31")).toBeNull();
  expect(coveredByGrant("2027-02-28", "2027-02-01")).toBe("month-before");
  expect(coveredByGrant("2027-02-28", "2027-02-21")).toBe("week-before");
  expect(coveredByGrant("2027-02-28", "2027-02-28")).toBe("last-day");
});
