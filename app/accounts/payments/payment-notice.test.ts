import { expect, test } from "vitest";
import { describePayment, type ToldPayment } from "./payment-notice.ts";

/** Told of on a Thursday evening, which in UTC is a Friday. */
const told: ToldPayment = {
  orderId: "1",
  plano: "basico",
  por: "mes",
  cents: 2500,
  toldAt: new Date("2026-11-27T01:00:00Z"),
  motivo: null,
};

test.each([
  ["2026-11-26", "waiting", "Seu aviso de R$ 25,00 chegou; conferimos até 27/11/2026."],
  ["2026-11-27", "waiting", "Seu aviso de R$ 25,00 chegou; conferimos até 27/11/2026."],
  ["2026-11-28", "late", "Seu aviso de R$ 25,00 chegou em 26/11/2026, e ainda não conferimos."],
])("on %s a payment is %s: %s", (day, kind, text) => {
  expect(describePayment(told, day)).toMatchObject({ kind, text });
});

test("a payment that wasn't found is told with its reason, however long ago it was told of", () => {
  const motivo = "Não há nada no extrato.";
  const missing = describePayment({ ...told, motivo, por: "ano", cents: 25_000 }, "2026-12-20");
  expect(missing).toMatchObject({
    kind: "missing",
    text: "Não encontramos o seu Pix de R$ 250,00 (Plano Básico, 1 ano).",
    detail: expect.stringContaining(motivo),
  });
});
