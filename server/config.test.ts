import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("an empty environment gives the defaults", () => {
  expect(readConfig({})).toMatchObject({
    config: { port: 3000, demo: true, siteUrl: null, databaseUrl: null, logLevel: "info" },
  });
});

test("a variable set to nothing counts as not set, and SITE_URL loses its last slash", () => {
  const read = readConfig({ PORT: "", DEMO: "0", SITE_URL: "https://mardeminas.com.br/" });
  expect(read).toMatchObject({
    config: { port: 3000, demo: false, siteUrl: "https://mardeminas.com.br" },
  });
});

test("with sample ads there is a sample contact, without them only what is set", () => {
  expect(readConfig({ SITE_WHATSAPP: "(37) 99871-0264" })).toMatchObject({
    config: { contact: { phone: "37900000000", whatsapp: "37998710264" } },
  });
  expect(readConfig({ DEMO: "0", SITE_EMAIL: "oi@mardeminas.example" })).toMatchObject({
    config: { contact: { phone: null, whatsapp: null, email: "oi@mardeminas.example" } },
  });
});

test.each([
  [{ RATE_LIMIT_FACTOR: "0" }, "RATE_LIMIT_FACTOR precisa ser um número maior que zero."],
  [
    { SMTP_URL: "http://x" },
    "SMTP_URL precisa ser um endereço smtp://usuário:senha@servidor:porta.",
  ],
  [{ SITE_PHONE: "123" }, "SITE_PHONE precisa ser um telefone com DDD, como (37) 3333-3333."],
  [{ SITE_EMAIL: "x" }, "SITE_EMAIL precisa ser um e-mail."],
  [{ PORT: "abc" }, "PORT precisa ser um número de 0 a 65535."],
  [{ PORT: "70000" }, "PORT precisa ser um número de 0 a 65535."],
  [{ DEMO: "sim" }, "DEMO precisa ser 0 (sem anúncios de exemplo) ou 1."],
  [
    { SITE_URL: "mardeminas" },
    "SITE_URL precisa ser o endereço do site, como https://mardeminas.com.br.",
  ],
  [
    { DATABASE_URL: "mysql://x/y" },
    "DATABASE_URL precisa ser um endereço postgres://usuário:senha@servidor/banco.",
  ],
  [
    { DATABASE_URL: "postgres://x/y" },
    "Com DATABASE_URL é preciso indicar também AUTH_SECRET (32 caracteres ou mais).",
  ],
  [{ AUTH_SECRET: "curto" }, "AUTH_SECRET precisa ter ao menos 32 caracteres."],
])("%j is told in a sentence", (env, sentence) => {
  expect(readConfig(env)).toEqual({ problems: [sentence] });
});
