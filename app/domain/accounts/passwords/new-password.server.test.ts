import { expect, test } from "vitest";
import { isEasilyGuessed } from "./new-password.server.ts";

const person = { displayName: "Maria Aparecida Leite", email: "cida.leite@example.com" };

test.each([
  ...["123456", "password", "Qwerty123", "cida.leite@example.com", "cidaleite", "Maria2026"],
  ...["maria aparecida", "LEITE-1970", "mardeminas", "Mar de Minas 2026", "Anúncio1", "senha123"],
  ...["654321", "00000000", "aaaaaa", "      ", "flamengo1", "Corinthians2012", "jesuscristo"],
  ...["capitolio", "Serra da Canastra", "poiuyt", "dragon99", "ｐａｓｓｗｏｒｄ"],
  ...["１２３４５６", "scandinavian", "passwordpassword", "iloveyou-forever2026"],
  "2026-12-qwertyasdfgh",
])("%j is easily guessed", async (password) => {
  expect(await isEasilyGuessed(password, person)).toBe(true);
});

test.each([
  ...["canastra-azul", "boi na linha", "850274", "marial", "tucano-na-varanda", "pescaria no lago"],
])("%j is not", async (password) => {
  expect(await isEasilyGuessed(password, person)).toBe(false);
});
