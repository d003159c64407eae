import fc from "fast-check";
import { expect, test } from "vitest";
import { formatCivilDate, formatCivilDates, parseCivilDate } from "../app/calendar/civil-date.ts";
import {
  daysInText,
  parseCivilDates,
  textWithDays,
} from "../app/calendar/day-picker/typed-dates.ts";
import { greetingLink } from "../app/listings/card/greeting.ts";
import { formatAmount } from "../app/prices/money.ts";
import { parseReais, tidyReais } from "../app/prices/read-reais.ts";
import { readPosition } from "../app/region/read-position.ts";
import { readSearch, writeFilters } from "../app/search/filters.ts";
import { formatPhone } from "../app/ui/forms/phone.ts";
import { pageAddress } from "../app/ui/shell/page-address.ts";
import { fileSlug } from "../app/uploads/uploads.server.ts";
import { anyText } from "./any-text.ts";

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

test("amounts of up to seven digits, in any notation, are parsed as such and tidied", () => {
  const amount = fc
    .tuple(fc.nat(9_999_999), fc.nat(99))
    .map(([whole, cents]) => `${whole}${cents === 0 ? "" : `.${String(cents).padStart(2, "0")}`}`);
  const notations: ((canonical: string) => string)[] = [
    (canonical) => canonical,
    (canonical) => canonical.replace(".", ","),
    formatAmount,
    (canonical) => `R$ ${formatAmount(canonical)}`,
    (canonical) => formatAmount(canonical).replace(/(,\d\d)?$/, (cents) => cents || ",00"),
  ];
  fc.assert(
    fc.property(amount, fc.constantFrom(...notations), (canonical, write) => {
      expect(parseReais(write(canonical))).toBe(canonical);
      expect(tidyReais(write(canonical))).toBe(formatAmount(canonical));
    }),
  );
});

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

test("replacing the days in a text is idempotent", () => {
  fc.assert(
    fc.property(anyText, days, (text, list) => {
      const written = textWithDays(text, list);
      expect(daysInText(written)).toEqual(list);
      expect(textWithDays(written, list)).toBe(written);
    }),
  );
});

test("formatting is idempotent and keeps all digits", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const once = formatPhone(text);
      expect(formatPhone(once)).toBe(once);
      expect(once.replace(/\D/g, "")).toBe(text.replace(/\D/g, "").slice(0, 11));
    }),
  );
});

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
