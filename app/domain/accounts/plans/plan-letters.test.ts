import { expect, test } from "vitest";
import { type EndLetter, endLetterDue, writeEndLetter } from "./plan-letters.ts";

const owner = {
  displayName: "Maria",
  plano: "basico",
  validoAte: "2027-01-31",
  planEndedOn: null,
  endedPlan: null,
  postsCriados: 1,
};
const site = { mailedSiteUrl: "https://mardeminas.example", pix: null };

function write(letter: EndLetter, day: string, { ads = 1, pix = null as object | null } = {}) {
  const end = { end: "2027-01-31", ads, isReported: false };
  const { subject, text } = writeEndLetter(letter, owner, end, { ...site, pix }, day);
  return { subject, text: typeof text === "string" ? text : text((words) => words) };
}

test.each<[EndLetter, string, string, RegExp]>([
  ["week-before", "2027-01-24", "vai até 31/01/2027", /vai até 31\/01\/2027, daqui a 7 dias\.\n/],
  ["last-day", "2027-01-31", "Hoje é o último dia", /seu anúncio fica no ar até 02\/03\/2027/],
  ["paused", "2027-03-03", "Seu anúncio saiu do ar", /Nada foi apagado\. Ele volta como estava/],
])(
  "the letter '%s' goes out on %s, with the price and one way to pay",
  (letter, day, subject, words) => {
    const written = write(letter, day);
    expect(written.subject).toContain(subject);
    expect(written.text).toMatch(words);
    expect(written.text).toContain("Para continuar, R$ 25,00 por mês ou R$ 250,00 por ano.");
    expect(written.text).toContain(`${site.mailedSiteUrl}/contato?plano=basico&para=renovar`);
    const byPix = write(letter, day, { pix: {} }).text;
    expect(byPix).toContain(`Pagar com Pix: ${site.mailedSiteUrl}/plans/pix?plano=basico&por=mes`);
    expect(write(letter, day, { ads: 2 }).text).toMatch(/Seus|seus/);
  },
);

test("an advertiser without ads hears of none", () => {
  expect(write("last-day", "2027-01-31", { ads: 0 }).text).not.toContain("anúncio");
});

// grant-plan.server.test.ts has the days of each letter.
test("letters that are no longer sent hinder none", () => {
  const end = "2027-01-31";
  const sent = { endLetter: "pause-soon", endLetterFor: end };
  expect(endLetterDue(end, sent, "2027-03-03", 1)).toBe("paused");
});
