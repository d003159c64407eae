import { afterEach, describe, expect, test, vi } from "vitest";
import { today } from "./civil-date.ts";
import { readStay } from "./read-stay.ts";
import { writeStay } from "./stays.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const day = "2026-11-21";
const weekend = { checkIn: "2026-12-11", checkOut: "2026-12-13" };

function read(query: string) {
  return readStay(new URLSearchParams(query), day);
}

describe.each(["UTC", "America/Sao_Paulo", "Pacific/Auckland"])("in the process zone %s", (TZ) => {
  test("a stay may begin today until midnight in the region", () => {
    vi.stubEnv("TZ", TZ);
    const lateEvening = new Date("2026-11-22T02:59:59Z");
    const params = new URLSearchParams("entrada=2026-11-21&saida=2026-11-22");
    expect(readStay(params, today(lateEvening)).stay).not.toBeNull();
    const midnight = new Date("2026-11-22T03:00:00Z");
    expect(readStay(params, today(midnight)).problems.entrada).toBe(
      "A data de entrada já passou. Escolha de hoje em diante.",
    );
  });
});

describe("readStay", () => {
  test("reads both dates, and writes them again", () => {
    const asked = read("entrada=2026-12-11&saida=2026-12-13");
    expect(asked).toEqual({ stay: weekend, problems: {} });
    expect(writeStay(weekend)).toEqual({ entrada: "2026-12-11", saida: "2026-12-13" });
  });

  test("accepts no dates, one night from today and up to 60 nights", () => {
    expect(read("entrada=&saida=%20")).toEqual({ stay: null, problems: {} });
    expect(read("entrada=2026-11-21&saida=2026-11-22").stay).not.toBeNull();
    expect(read("entrada=2026-12-01&saida=2027-01-30").stay).not.toBeNull();
  });

  const past = "A data de entrada já passou. Escolha de hoje em diante.";
  const noCheckIn = "Não entendemos a data de entrada. Escolha outra.";
  const noCheckOut = "Não entendemos a data de saída. Escolha outra.";
  test.each<[string, { entrada?: string; saida?: string }]>([
    ["entrada=2026-12-11", { saida: "Escolha também a data de saída." }],
    ["saida=2026-12-13", { entrada: "Escolha também a data de entrada." }],
    ["entrada=2026-12-13&saida=2026-12-11", { saida: "A saída precisa ser depois da entrada." }],
    ["entrada=2026-12-01&saida=2027-01-31", { saida: "A estadia pode ter no máximo 60 noites." }],
    [
      "entrada=2026-11-19&saida=2026-11-21",
      { entrada: past, saida: "A data de saída precisa ser depois de hoje." },
    ],
    ["entrada=2026-11-20", { entrada: past, saida: "Escolha também a data de saída." }],
    ["entrada=2026-02-30&saida=2026-12-13", { entrada: noCheckIn }],
    ["entrada=11/12/2026&saida=13/12/2026", { entrada: noCheckIn, saida: noCheckOut }],
    ["entrada=2026-12-11&saida=amanhã", { saida: noCheckOut }],
    ["entrada=2026-12-11T00:00&saida=2026-12-13", { entrada: noCheckIn }],
  ])("%s is no stay, and each field says why", (query, problems) => {
    expect(read(query)).toEqual({ stay: null, problems });
  });
});
