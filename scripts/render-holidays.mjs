// Writes app/calendar/holiday-dates.json, because loading date-holidays would cost every process
// 42 MB and a third of a second. Run after updating date-holidays, on Node 24.
import { writeFile } from "node:fs/promises";
import Holidays from "date-holidays";

const years = Array.from({ length: 35 }, (_, index) => 2026 + index);

/** Popular names of the holidays that matter for rentals, by date-holidays' rules. */
const names = new Map([
  ["01-01", "Ano Novo"],
  ["easter -47", "Carnaval"],
  ["easter -2", "Semana Santa"],
  ["04-21", "Tiradentes"],
  ["05-01", "Dia do Trabalho"],
  ["easter 60", "Corpus Christi"],
  ["09-07", "Independência"],
  ["10-12", "Nossa Senhora Aparecida"],
  ["11-02", "Finados"],
  ["11-15", "Proclamação da República"],
  ["11-20", "Consciência Negra"],
  ["12-25", "Natal"],
]);

const minasGerais = new Holidays("BR", "MG");
const dates = Object.fromEntries([...names.values()].map((name) => [name, []]));
for (const { rule, date } of years.flatMap((year) => minasGerais.getHolidays(year))) {
  if (names.has(rule)) dates[names.get(rule)].push(date.slice(0, 10));
}
for (const [name, found] of Object.entries(dates)) {
  if (found.length !== years.length) throw new Error(`${name}: ${found.length} years found`);
}
await writeFile(
  new URL("../app/calendar/holiday-dates.json", import.meta.url),
  `${JSON.stringify(dates, null, 2)}\n`,
);
