import { expect, test } from "vitest";
import { firstDay, sum, sumVisits } from "./visit-numbers.ts";

const today = "2026-11-21";

test("the last 30 days include today, and are compared with the 30 before", () => {
  const { views } = sumVisits(
    [
      { day: "2026-11-21", kind: "visita", n: 1 },
      { day: "2026-10-23", kind: "visita", n: 2 },
      { day: "2026-10-22", kind: "visita", n: 4 },
      { day: "2026-09-23", kind: "visita", n: 8 },
      { day: "2026-09-22", kind: "visita", n: 16 },
      { day: "2026-11-22", kind: "visita", n: 32 },
    ],
    today,
  );
  expect(firstDay(today)).toBe("2026-10-23");
  expect(views.now).toHaveLength(30);
  expect([views.now[0], views.now[29], sum(views.now)]).toEqual([2, 1, 3]);
  expect(views.before).toHaveLength(30);
  expect([views.before[0], views.before[29], sum(views.before)]).toEqual([8, 4, 12]);
});

test("each kind has its own numbers, and other kinds have none", () => {
  const numbers = sumVisits(
    [
      { day: today, kind: "whatsapp", n: 2 },
      { day: today, kind: "telefone", n: 3 },
      { day: today, kind: "guardado", n: 90 },
    ],
    today,
  );
  const { views, whatsapp, phone } = numbers;
  expect([sum(views.now), sum(whatsapp.now), sum(phone.now)]).toEqual([0, 2, 3]);
});
