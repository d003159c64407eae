import { expect, test } from "vitest";
import { describeLeftOut, describeNights, describeSync, formatAge } from "./feed-words.ts";

const now = new Date("2026-11-21T15:00:00Z");

test("what a synchronisation read, changed and could not read is said, and what to do", () => {
  const change = { takenCount: 2, freedCount: 5 };
  const airbnb = { nome: "Airbnb", outcome: "read", change } as const;
  const unchanged = { nome: "Vrbo", outcome: "read", change: null } as const;
  const failed = { nome: "Booking.com", outcome: "failed" } as const;
  const waitUntil = new Date("2026-11-25T17:29:30Z");
  const waiting = { nome: "Vrbo", outcome: "waiting", waitUntil } as const;
  const changed = "Airbnb: 2 noites novas ocupadas, 5 noites ficaram livres.";
  const why = "Veja o motivo abaixo, no que falhou.";
  expect(describeSync([airbnb], now)).toEqual({ notice: `Calendários lidos agora. ${changed}` });
  expect(describeSync([unchanged], now)).toEqual({
    notice: "Calendários lidos agora. Nada mudou.",
  });
  expect(describeSync([airbnb, failed], now)).toEqual({
    problem: `${changed} 1 de 2 calendários lido. ${why}`,
  });
  expect(describeSync([failed, waiting], now)).toEqual({
    problem: `Nenhum calendário foi lido. ${why} Vrbo pediu para esperar até 25/11/2026 às 14:30.`,
  });
});

test("a calendar's nights, those it leaves out and its age are counted in words", () => {
  expect(describeNights({ nightCount: 2, lastNight: "2026-12-11" })).toBe(
    "2 noites ocupadas, a última em 11/12/2026.",
  );
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
