import { expect, test } from "vitest";
import { paymentWays } from "./payment-ways.ts";
import { contactPath, type PlanRequest, readPlanRequest, writeRequest } from "./plan-request.ts";

const siteUrl = "https://mardeminas.example";
const anuncio = "11111111-2222-4333-8444-555555555555";

test.each<[PlanRequest, string, string]>([
  [{ plano: "basico" }, "/contato?plano=basico", "Olá! Quero anunciar no plano Básico."],
  [
    { plano: "gratis" },
    "/contato?plano=gratis",
    "Olá! Quero anunciar no plano Grátis, com os 6 meses grátis dos primeiros anunciantes.",
  ],
  [
    { plano: "basico", por: "ano", para: "renovar" },
    "/contato?plano=basico&por=ano&para=renovar",
    "Olá! Quero renovar o plano Básico, por 1 ano (R$ 250,00).",
  ],
  [
    { plano: "profissional", por: "mes", para: "mudar" },
    "/contato?plano=profissional&por=mes&para=mudar",
    "Olá! Quero passar para o plano Profissional, por 1 mês (R$ 80,00).",
  ],
  [
    { plano: "profissional", para: "mais" },
    "/contato?plano=profissional&para=mais",
    "Olá! Quero publicar mais de dois anúncios. Como fazemos?",
  ],
  [
    { para: "encerrar" },
    "/contato?para=encerrar",
    "Olá! Vou excluir a minha conta e quero antes acertar o meu plano.",
  ],
  [
    { anuncio },
    `/contato?anuncio=${anuncio}`,
    `Olá! Quero falar sobre um anúncio meu.\nÉ sobre o anúncio ${siteUrl}/posts/${anuncio}`,
  ],
])("%j goes along in the address and in words", (request, path, message) => {
  expect(contactPath(request)).toBe(path);
  const read = readPlanRequest(new URL(path, siteUrl).searchParams);
  expect(read).toMatchObject(request);
  expect(writeRequest(read ?? {}, siteUrl)).toBe(message);
});

test.each([
  "",
  "plano=nenhum",
  "plano=constructor&por=mes",
  "por=ano",
  "para=roubar",
  "anuncio=1%27%20or%201=1",
])("an unknown request asks for nothing: %s", (query) => {
  expect(readPlanRequest(new URLSearchParams(query))).toBeNull();
});

test("the free offer has no period", () => {
  const request = readPlanRequest(new URLSearchParams("plano=gratis&por=ano"));
  expect(request).toMatchObject({ plano: "gratis", por: undefined });
});

test("one pays by Pix where the site takes it, by WhatsApp where it has a number, and always by message", () => {
  const request = { plano: "basico", para: "renovar" } as const;
  const state = { kind: "running", until: "2027-01-31", daysLeft: 16 } as const;
  const site = { pix: true, whatsapp: "37998710264", siteUrl };
  const ways = paymentWays({ request, state }, site, "maria@example.com");
  expect(ways.map(({ kind }) => kind)).toEqual(["pix", "whatsapp", "contact"]);
  expect(ways[0]?.href).toBe("/plans/pix?plano=basico&por=mes");
  const whatsapp = new URL(ways[1]?.href ?? "");
  expect(whatsapp.pathname).toBe("/5537998710264");
  expect(whatsapp.searchParams.get("text")).toBe(
    "Olá! Quero renovar o plano Básico.\nMinha conta no site: maria@example.com",
  );
  expect(ways[2]?.href).toBe("/contato?plano=basico&para=renovar");
  expect(paymentWays({ request: { ...request, por: "ano" }, state }, site)[0]?.href).toBe(
    "/plans/pix?plano=basico&por=ano",
  );
  const bare = paymentWays({ request, state }, { pix: false, whatsapp: null, siteUrl });
  expect(bare.map(({ kind }) => kind)).toEqual(["contact"]);
  const open = paymentWays({ request, state: { kind: "open" } }, site);
  expect(open.map(({ kind }) => kind)).toEqual(["whatsapp", "contact"]);
});
