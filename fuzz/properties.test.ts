import fc from "fast-check";
import { expect, test } from "vitest";
import { greetingLink } from "../app/domain/listings/card/greeting.ts";
import { fileSlug } from "../app/domain/photos/uploads/uploads.server.ts";
import { readSearch, writeFilters } from "../app/domain/search/filters.ts";
import { pageAddress } from "../app/platform/ui/shell/page-address.ts";
import { anyText } from "./any-text.ts";

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength });

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
