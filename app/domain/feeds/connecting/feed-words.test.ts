import { expect, test } from "vitest";
import { describeLeftOut, formatAge } from "./feed-words.ts";

const now = new Date("2026-11-21T15:00:00Z");

test("the page says in words what a calendar leaves out, and how old it is", () => {
  expect(describeLeftOut({ freeCount: 1, unreadableCount: 2 })).toEqual([
    "1 evento está marcado como “livre” lá e não ocupam noites. Para ocupar, mude para “ocupado”.",
    "2 eventos não puderam ser lidos. Confira esses dias.",
  ]);
  const ages = [0, 1, 59, 61, 48 * 60].map((minutes) =>
    formatAge(new Date(now.getTime() - minutes * 60_000), now),
  );
  expect(ages).toEqual([
    "agora há pouco",
    "há 1 minuto",
    "há 59 minutos",
    "há 1 hora",
    "há 2 dias",
  ]);
});
