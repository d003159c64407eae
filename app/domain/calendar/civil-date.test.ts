import { afterEach, expect, test, vi } from "vitest";
import {
  addDays,
  civilDate,
  formatCivilDates,
  halfDay,
  parseCivilDate,
  today,
} from "./civil-date.ts";
import { parseCivilDates } from "./day-picker/typed-dates.ts";
import { addMonths, monthName, monthWeeks } from "./month.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test.each(["UTC", "America/Sao_Paulo", "Asia/Tokyo"])("no zone shifts a day (TZ=%s)", (TZ) => {
  vi.stubEnv("TZ", TZ);
  expect(parseCivilDates("11/03/2016,12/03/2016")).toEqual({ days: ["2016-03-11", "2016-03-12"] });
  expect(formatCivilDates(["2016-03-11", "2016-03-12"])).toBe("11/03/2016,12/03/2016");
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  expect(monthName("2026-11")).toBe("novembro de 2026");
  expect(addMonths("2026-11", 2)).toBe("2027-01");
  const weeks = monthWeeks("2026-11");
  expect(weeks[0]?.[0]).toBe("2026-11-01");
  expect(weeks.at(-1)?.filter(Boolean)).toEqual(["2026-11-29", "2026-11-30"]);
});

test("today is the region's day, whatever the machine's zone", () => {
  expect(today(new Date("2026-11-21T02:59:59.999Z"))).toBe("2026-11-20");
  expect(today(new Date("2026-11-21T03:00:00Z"))).toBe("2026-11-21");
});

test("days that don't exist are rejected", () => {
  expect(parseCivilDate("29/02/2028")).toBe("2028-02-29");
  expect(parseCivilDate("29/02/2026")).toBeNull();
  expect(civilDate(2026, 13, 1)).toBeNull();
});

test("a year may be written with two digits, but half of a typed 2026 is not 2020", () => {
  expect(parseCivilDate("24/12/26")).toBe("2026-12-24");
  expect(parseCivilDate("24/12/20")).toBeNull();
  expect(parseCivilDate("24/12/2")).toBeNull();
});

const { DateTimeFormat } = Intl;

/** Writes texts as another version of ICU might: only their parts mean the same everywhere. */
class OtherFormat extends DateTimeFormat {
  override formatToParts(instant?: Date | number) {
    const parts = super.formatToParts(instant).reverse();
    return parts.map((part) => (part.type === "literal" ? { ...part, value: "\u202f·" } : part));
  }
}
// A getter of the prototype, which `override` can't replace.
Object.defineProperty(OtherFormat.prototype, "format", {
  get(this: OtherFormat) {
    return (instant?: Date | number) =>
      this.formatToParts(instant)
        .map(({ value }) => value.replace(/^0/, ""))
        .join("");
  },
});

test("half a day ends at noon and at midnight in the region", () => {
  const halves = ["02:59", "03:00", "14:59", "15:00", "23:59"].map((time) =>
    halfDay(new Date(`2026-11-23T${time}:30Z`)),
  );
  const [, am, , pm] = halves;
  expect(halves).toEqual(["2026-11-22 pm", "2026-11-23 am", am, "2026-11-23 pm", pm]);
});

test("dates and times are right with an ICU that orders, separates and pads differently", async () => {
  vi.stubGlobal("Intl", { ...Intl, DateTimeFormat: OtherFormat });
  vi.resetModules();
  const { civilDateOf, formatClock, noonOf, today } = await import("./civil-date.ts");
  const { monthName } = await import("./month.ts");
  const instant = new Date("2026-11-23T03:05:09Z");
  expect(new Intl.DateTimeFormat("en-CA").format(instant)).not.toMatch(/^2026-/);
  expect(today(instant)).toBe("2026-11-23");
  expect(civilDateOf(instant)).toBe("2026-11-23");
  expect(formatClock(instant)).toBe("00:05");
  expect(noonOf("2018-12-11").toISOString()).toBe("2018-12-11T14:00:00.000Z");
  expect(monthName("2026-03")).toBe("março de 2026");
  // Test files share modules.
  vi.resetModules();
});
