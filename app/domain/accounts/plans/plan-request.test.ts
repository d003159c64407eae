import { expect, test } from "vitest";
import { describeOwnPlan } from "./own-plan.ts";
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
    "Olá! Quero publicar mais de 2 anúncios. Como fazemos?",
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
  ...["", "plano=nenhum", "plano=constructor&por=mes", "por=ano", "para=roubar"],
  "anuncio=1%27%20or%201=1",
])("an unknown request asks for nothing: %s", (query) => {
  expect(readPlanRequest(new URLSearchParams(query))).toBeNull();
});

test("the free offer has no period", () => {
  const request = readPlanRequest(new URLSearchParams("plano=gratis&por=ano"));
  expect(request).toMatchObject({ plano: "gratis", por: undefined });
});

test("one pays by Pix where the site takes it and the plan has an end, and asks by WhatsApp or by message", () => {
  const account = {
    email: "maria@example.com",
    plano: "basico",
    validoAte: "2027-01-31" as string | null,
    ...{ planEndedOn: null, endedPlan: null, postsCriados: 1 },
  };
  const site = { pix: null, siteUrl, contact: { whatsapp: null, phone: null, email: null } };
  const full = {
    ...site,
    pix: { key: "", name: "", city: "" },
    contact: { ...site.contact, whatsapp: "37998710264" },
  };
  const ways = (
    given: typeof site | typeof full,
    isReported = false,
    validoAte = account.validoAte,
  ) => describeOwnPlan({ ...account, validoAte }, "2027-01-15", given, isReported).ways;
  const [pix, whatsapp, ...others] = ways(full);
  expect([pix?.href, others]).toEqual(["/plans/pix?plano=basico&por=mes", []]);
  expect(new URL(whatsapp?.href ?? "").searchParams.get("text")).toBe(
    "Olá! Quero renovar o plano Básico.\nMinha conta no site: maria@example.com",
  );
  expect(ways(site)).toEqual([
    { label: "Renovar o plano", href: "/contato?plano=basico&para=renovar" },
  ]);
  expect(ways(full, false, null).map(({ label }) => label)).toEqual(["Pedir no WhatsApp"]);
  expect(ways(full, true)).toEqual([]);
});
