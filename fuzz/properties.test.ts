import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseLogin, parseNewPassword, parseRegistration } from "../app/accounts/credentials.ts";
import {
  addDays,
  civilDate,
  formatCivilDate,
  formatCivilDates,
  parseCivilDate,
} from "../app/calendar/civil-date.ts";
import {
  daysInText,
  parseCivilDates,
  textWithDays,
} from "../app/calendar/day-picker/typed-dates.ts";
import { daysBetween, rangesOf } from "../app/calendar/day-ranges.ts";
import { parseMessage } from "../app/contact/message.ts";
import { parseListingForm } from "../app/editor/listing-schema.ts";
import { fieldNames, leisureOptions, locationOptions } from "../app/listings/fields.ts";
import { greetingLink } from "../app/listings/greeting.ts";
import { formatAmount } from "../app/prices/money.ts";
import { editMoney, moneyShowing } from "../app/prices/money-mask.ts";
import { parseReais } from "../app/prices/read-reais.ts";
import { blurPosition, distanceKm, formatPosition } from "../app/region/position.ts";
import { readPosition } from "../app/region/read-position.ts";
import { maxPriceDigits, priceDigits, readSearch, writeFilters } from "../app/search/filters.ts";
import { readCardFonts } from "../app/share-cards/draw-card.server.ts";
import { breakLines } from "../app/share-cards/text-lines.ts";
import { formatPhone, phoneDigits } from "../app/ui/forms/phone.ts";
import { editPhone, nationalDigits, phoneShowing } from "../app/ui/forms/phone-mask.ts";
import { readEdit } from "../app/ui/forms/text-mask.ts";
import { pageAddress, shorten } from "../app/ui/shell/page-meta.ts";
import { fileSlug } from "../app/uploads/uploads.server.ts";
import { bucketOf, percentiles, reportSchema, vitalNames } from "../app/vitals/vitals.ts";
import { hostileText } from "./hostile-texts.ts";
import { seededRandom } from "./random.ts";

/** Includes lone surrogates, NUL and known hostile texts. */
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 60 }),
  fc.nat().map((seed) => hostileText(seededRandom(seed))),
);
const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength });
const day = fc
  .date({
    min: new Date("2000-01-01T00:00:00Z"),
    max: new Date("2099-12-31T00:00:00Z"),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 10));
const days = fc.uniqueArray(day, { maxLength: 40 }).map((list) => list.sort());

/** Expects a text that PostgreSQL can store. */
function expectStorable(text: string, most: number): void {
  expect(text.length).toBeLessThanOrEqual(most);
  expect(text).not.toContain("\0");
  expect(text.isWellFormed()).toBe(true);
}

function formOf(entries: readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

describe("amounts", () => {
  test("parsed amounts are canonical and survive formatting", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, digits(1, 9)), (text) => {
        const read = parseReais(text);
        if (read === null) return;
        expect(read).toMatch(/^\d{1,7}(\.\d{2})?$/);
        expect(parseReais(formatAmount(read))).toBe(read);
        expect(parseReais(`R$ ${formatAmount(read)}`)).toBe(read);
      }),
    );
  });

  test("amounts of up to seven digits survive formatting and parsing", () => {
    fc.assert(
      fc.property(fc.nat(9_999_999), fc.nat(99), (whole, cents) => {
        const canonical = cents === 0 ? `${whole}` : `${whole}.${String(cents).padStart(2, "0")}`;
        expect(parseReais(formatAmount(canonical))).toBe(canonical);
      }),
    );
  });
});

describe("civil dates", () => {
  test("dates survive formatting and parsing", () => {
    fc.assert(
      fc.property(day, (date) => {
        expect(parseCivilDate(formatCivilDate(date))).toBe(date);
      }),
    );
    fc.assert(
      fc.property(days, (list) => {
        expect(parseCivilDates(formatCivilDates(list))).toEqual({ days: list });
        expect(daysInText(formatCivilDates(list))).toEqual(list);
      }),
    );
  });

  test("parsed dates are valid, sorted and unique; invalid input is quoted", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const read = parseCivilDates(text);
        if ("invalid" in read) {
          expect(read.invalid.length).toBeGreaterThan(0);
          return;
        }
        expect(read.days).toEqual([...new Set(read.days)].sort());
        for (const date of read.days) expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
      }),
    );
  });

  test("subtracting added days returns the original date", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -3000, max: 3000 }), (date, count) => {
        expect(addDays(addDays(date, count), -count)).toBe(date);
      }),
    );
  });

  test("any year, month and day make a valid date or null", () => {
    const number = fc.integer({ min: -50, max: 50 });
    fc.assert(
      fc.property(fc.nat(9999), number, number, (year, month, date) => {
        const found = civilDate(year, month, date);
        if (found !== null) expect(found.split("-").map(Number)).toEqual([year, month, date]);
      }),
    );
  });

  test("ranges contain exactly the given days", () => {
    fc.assert(
      fc.property(days, (list) => {
        expect(rangesOf(list).flatMap(({ first, last }) => daysBetween(first, last))).toEqual(list);
      }),
    );
  });

  test("replacing the days in a text is idempotent", () => {
    fc.assert(
      fc.property(anyText, days, (text, list) => {
        const written = textWithDays(text, list);
        expect(daysInText(written)).toEqual(list);
        expect(textWithDays(written, list)).toBe(written);
      }),
    );
  });
});

describe("phones", () => {
  test("formatting is idempotent and keeps all digits", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = formatPhone(text);
        expect(formatPhone(once)).toBe(once);
        expect(phoneDigits(once)).toBe(phoneDigits(text));
      }),
    );
  });

  test("the mask shows at most eleven digits and keeps the caret inside the text", () => {
    fc.assert(
      fc.property(anyText, fc.nat(300), anyText, (text, caret, before) => {
        const edit = readEdit(before, text, Math.min(caret, text.length));
        const masked = editPhone(phoneShowing(before), edit);
        expect(masked.text).toMatch(/^(?:[\d() -]{0,15}|\+5{0,2})$/);
        expect(masked.caret).toBeGreaterThanOrEqual(0);
        expect(masked.caret).toBeLessThanOrEqual(masked.text.length);
        expect(nationalDigits(masked.text).length).toBeLessThanOrEqual(11);
      }),
    );
  });

  test("the price mask always shows an amount and keeps the caret inside the text", () => {
    const shown = fc.array(fc.string({ unit: fc.constantFrom(..."0123456789,.R$ a") }));
    fc.assert(
      fc.property(shown, (pieces) => {
        let masked = moneyShowing("");
        for (const piece of pieces) {
          const text = masked.text.slice(0, masked.caret) + piece + masked.text.slice(masked.caret);
          masked = editMoney(masked, readEdit(masked.text, text, masked.caret + piece.length));
          expect(masked.text === "" || parseReais(masked.text) !== null, masked.text).toBe(true);
          expect(masked.caret).toBeGreaterThanOrEqual(0);
          expect(masked.caret).toBeLessThanOrEqual(masked.text.length);
        }
      }),
    );
  });
});

describe("positions", () => {
  test("any text is a position on Earth, none, or explained", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const reading = readPosition(text);
        if ("problem" in reading) {
          expect(reading.problem).toMatch(/\.$/);
        } else if (reading.position) {
          expect(Math.abs(reading.position.latitude)).toBeLessThanOrEqual(90);
          expect(Math.abs(reading.position.longitude)).toBeLessThanOrEqual(180);
        }
      }),
    );
  });

  test("a written position is read back, and is blurred to within a kilometre", () => {
    const micro = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 });
    fc.assert(
      fc.property(micro(89), micro(179), (one, other) => {
        const position = { latitude: one / 1e6, longitude: other / 1e6 };
        expect(readPosition(formatPosition(position))).toEqual({ position });
        expect(distanceKm(position, blurPosition(position))).toBeLessThan(1);
      }),
    );
  });
});

describe("share cards", () => {
  test("any text becomes a line of outlines that is not too wide", async () => {
    const { display } = await readCardFonts(process.cwd());
    const style = { face: display, size: 50, color: "#000000" };
    fc.assert(
      fc.property(anyText, (text) => {
        const readable = display.readable(text);
        const measure = (part: string) => display.measure(part, style);
        const lines = breakLines(readable, measure, 425, 4);
        expect(lines.length).toBeLessThanOrEqual(4);
        for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(425);
        expect(display.draw(readable, style, 0, 0)).not.toMatch(/NaN|undefined/);
      }),
    );
  });
});

describe("forms", () => {
  const listingEntries = fc.array(
    fc.tuple(fc.oneof(fc.constantFrom(...fieldNames), anyText), anyText),
    { maxLength: 40 },
  );
  const valid: [string, string][] = [
    ["foto", "foto-1"],
    ["title", "Casa"],
    ["body", "Boa."],
    ["valorFds", "100"],
    ["telefone", "35997341187"],
    ["localizacao", "Capitólio"],
  ];
  const longTexts = [
    "body",
    "detalhamentoQuartosSociais",
    "detalhamentoSuites",
    "maioresInformacoes",
    "observacao",
  ] as const;
  const shortTexts = [
    "observacoesTarifa",
    "enderecoCompleto",
    "detalhesCozinha",
    "detalhesSala",
    "beneficiosImovel",
  ] as const;

  test("a listing is either refused with messages or fits its table", () => {
    let accepted = 0;
    const oneStrange = fc
      .tuple(fc.constantFrom(...fieldNames), anyText)
      .map((strange) => [...valid.filter(([name]) => name !== strange[0]), strange]);
    fc.assert(
      fc.property(fc.oneof(listingEntries, oneStrange), (entries) => {
        const submission = parseListingForm(formOf(entries));
        if (submission.status !== "success") {
          expect(submission.error?.[""]).toHaveLength(1);
          return;
        }
        accepted += 1;
        const { input, photoIds } = submission.value;
        expectStorable(input.title, 120);
        for (const name of longTexts) expectStorable(input[name], 5000);
        for (const name of shortTexts) expectStorable(input[name], 300);
        expect(input.valorFds).toMatch(/^\d{1,7}(\.\d{2})?$/);
        expect(input.valorDiaria ?? "1").toMatch(/^\d{1,7}(\.\d{2})?$/);
        expect(input.telefone).toMatch(/^\d{10,11}$/);
        expect(locationOptions).toContain(input.localizacao);
        for (const name of input.lazer) expect(leisureOptions).toContain(name);
        expect(input.quantidadeMaximaPessoas ?? 0).toBeLessThanOrEqual(999);
        expect(input.unavailableDays.length).toBeLessThanOrEqual(1830);
        expect(photoIds.length).toBeLessThanOrEqual(10);
      }),
      { numRuns: 400 },
    );
    expect(accepted).toBeGreaterThan(20);
  });

  test("a contact message is either refused with a message or fits its table", () => {
    const names = fc.constantFrom("nome", "email", "mensagem", "assunto");
    const good = { nome: "Ana", email: "ana@exemplo.com.br", mensagem: "Olá" };
    fc.assert(
      fc.property(names, anyText, (name, value) => {
        const submission = parseMessage(formOf(Object.entries({ ...good, [name]: value })));
        if (submission.status !== "success") {
          expect(Object.values(submission.error ?? {})).toEqual([[expect.stringMatching(/./)]]);
          return;
        }
        const message = submission.value;
        expectStorable(message.nome, 120);
        expectStorable(message.email, 254);
        expectStorable(message.mensagem, 5000);
        expect(parseMessage(formOf(Object.entries(message)))).toMatchObject({ value: message });
      }),
    );
  });

  test("an account's name and e-mail are either refused or fit their table", () => {
    const good = {
      displayName: "Ana",
      email: "a@b.br",
      password: "segredo",
      confirmPassword: "segredo",
    };
    const names = fc.constantFrom("displayName", "email", "password", "confirmPassword");
    fc.assert(
      fc.property(names, anyText, (name, value) => {
        const form = formOf(Object.entries({ ...good, [name]: value }));
        parseLogin(form);
        parseNewPassword(form);
        const submission = parseRegistration(form);
        if (submission.status !== "success") return;
        expectStorable(submission.value.displayName, 80);
        expectStorable(submission.value.email, 254);
        expect(submission.value.password.length).toBeLessThanOrEqual(128);
      }),
    );
  });
});

describe("addresses", () => {
  test("a search price is a whole number of up to five digits, or null", () => {
    fc.assert(
      fc.property(anyText, anyText, (q, localizacao) => {
        const { filters } = readSearch(new URLSearchParams({ q, localizacao }), "2026-11-21");
        if (filters.q !== null) {
          expect(Number.isInteger(filters.q)).toBe(true);
          expect(String(filters.q).length).toBeLessThanOrEqual(maxPriceDigits);
        }
        expect(filters.localizacao).not.toBe("");
        expect(priceDigits(priceDigits(q))).toBe(priceDigits(q));
      }),
    );
  });

  test("a search has one address, which reads back as the same search", () => {
    const names = fc.constantFrom("entrada", "saida", "pessoas", "lazer", "pets", "ordem", "q");
    const near = fc.constantFrom("2026-12-11", "2026-12-13", "8", "Sauna", "Piscina", "1", "preco");
    const queries = fc.array(fc.tuple(names, fc.oneof(near, anyText)), { maxLength: 9 });
    fc.assert(
      fc.property(queries, (query) => {
        const { filters } = readSearch(new URLSearchParams(query), "2026-11-21");
        const [, canonical] = pageAddress("/search", writeFilters(filters)).split("?");
        const again = readSearch(new URLSearchParams(canonical), "2026-11-21");
        expect(again).toEqual({ filters, problems: {} });
      }),
    );
  });

  test("file slugs consist of letters, digits and hyphens", () => {
    fc.assert(
      fc.property(anyText, (name) => {
        expect(fileSlug(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(fileSlug(name).length).toBeLessThanOrEqual(60);
      }),
    );
  });

  test("greeting links are valid URLs for any title", () => {
    fc.assert(
      fc.property(anyText, digits(10, 11), (title, telefone) => {
        const link = greetingLink({ id: "1", title: title.toWellFormed(), telefone }, "http://x");
        expect(new URL(link).host).toBe("wa.me");
      }),
    );
  });

  test("shortened texts respect the limit and split no characters", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 400 }),
        fc.integer({ min: 8, max: 160 }),
        (text, most) => {
          const short = shorten(text, most);
          expect(short.length).toBeLessThanOrEqual(most);
          expect(shorten(short, most)).toBe(short);
          expect(short.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});

describe("measures", () => {
  test("accepted reports have a route of at most 100 characters", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const report = reportSchema.safeParse(value);
        if (report.success) expect(report.data.route.length).toBeLessThanOrEqual(100);
      }),
    );
  });

  test("buckets stay below 400, and percentiles are within 5 % of the value", () => {
    fc.assert(
      fc.property(fc.constantFrom(...vitalNames), fc.double(), (name, value) => {
        const bucket = bucketOf(name, value);
        if (bucket === null) return;
        expect(bucket).toBeLessThan(400);
        const [median] = percentiles(name, new Map([[bucket, 1]]), [0.5]);
        if (bucket > 0) expect(Math.abs((median ?? 0) / value - 1)).toBeLessThan(0.051);
      }),
    );
  });
});
