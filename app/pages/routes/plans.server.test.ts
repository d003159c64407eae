import { expect, test } from "vitest";
import { flashOf } from "../../../testing/cookies.ts";
import { shareTestSite, signIn } from "../../../testing/site.ts";

const site = shareTestSite();

async function read(path: string, cookie = ""): Promise<string> {
  const answer = await site().app.request(path, { headers: { Cookie: cookie } });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** Reads each plan's card. */
function cards(html: string): string[] {
  return (
    html.match(/<section[^>]*aria-labelledby="(gratis|basico|profissional)"[\s\S]*?<\/section>/g) ??
    []
  );
}

const own = (html: string) => cards(html).map((card) => card.includes("Seu plano"));

test("/plans marks one's own plan, and no one else's", async () => {
  const basic = await signIn(site());
  const professional = await signIn(site(), { plano: "profissional", postsPermitidos: 2 });
  expect(own(await read("/plans"))).toEqual([false, false, false]);
  expect(own(await read("/plans", basic.cookie))).toEqual([false, true, false]);
  expect(own(await read("/plans", professional.cookie))).toEqual([false, false, true]);
  expect(own(await read("/plans"))).toEqual([false, false, false]);
});

test.each([
  ["no plan", { plano: "nenhum", postsPermitidos: 0 }],
  ["an ended plan", { validoAte: "2026-01-31" }],
])("/plans marks nothing for an advertiser with %s", async (_, account) => {
  const { cookie } = await signIn(site(), account);
  expect(own(await read("/plans", cookie))).not.toContain(true);
});

const paying = { validoAte: "2099-01-31" };

test("a paying owner reads until when the plan goes and how to renew it, and no free offer", async () => {
  const { cookie } = await signIn(site(), paying);
  const [basic = "", professional = "", ...others] = cards(await read("/plans", cookie));
  expect(others).toEqual([]);
  expect(basic).toContain("Seu plano, até 31/01/2099");
  expect(basic).toContain('href="/contato?plano=basico&amp;para=renovar"');
  expect(basic).not.toContain("Cadastrar");
  expect(professional).toContain("Cadastrar");
  expect(professional).not.toContain("Seu plano");
  expect(basic + professional).not.toMatch(/grátis/i);

  const ended = await signIn(site(), { validoAte: "2026-01-31" });
  const after = cards(await read("/plans", ended.cookie));
  expect(after).toHaveLength(2);
  expect(after.join("")).not.toMatch(/grátis/i);
  for (const card of after) expect(card).toContain("Cadastrar");
});

test("free days are marked on the plan's card, and offers stay for those who haven't begun", async () => {
  const free = await signIn(site(), { ...paying, freeUntil: "2099-01-31" });
  expect(cards(await read("/plans", free.cookie))[0]).toContain("Seu plano, grátis até 31/01/2099");
  const begun = await signIn(site());
  for (const cookie of ["", begun.cookie]) {
    const all = cards(await read("/plans", cookie));
    expect(all).toHaveLength(3);
    for (const card of all) expect(card).toMatch(/grátis/i);
    for (const card of all) expect(card).toContain("Cadastrar");
  }
});

test("/plans and /como-ordenamos say that a featured ad moves no list", async () => {
  const words =
    "O destaque é a marca “Destaque” na foto do anúncio, e mais nada: a ordem das listas é a mesma para todos os planos.";
  const plansPage = await read("/plans");
  expect(plansPage).toContain(words);
  expect(plansPage).toContain('href="/como-ordenamos"');
  expect(await read("/como-ordenamos")).toContain(words);
});

test("the menu of logged-in advertisers has the plans", async () => {
  const { cookie } = await signIn(site());
  const html = await read("/dashboard", cookie);
  const menu = /<nav[^>]*aria-label="Principal"[\s\S]*?<\/nav>/.exec(html)?.[0];
  expect(menu).toContain('href="/plans"');
});

test("each plan's button leads to a message with the plan and one's name", async () => {
  const { cookie, user } = await signIn(site());
  const links = cards(await read("/plans", cookie)).map(
    (card) => /href="(\/contato[^"]*)"/.exec(card)?.[1],
  );
  expect(links).toEqual([
    "/contato?plano=gratis",
    "/contato?plano=basico",
    "/contato?plano=profissional",
  ]);
  const html = await read("/contato?plano=profissional", cookie);
  expect(html).toMatch(new RegExp(`<input[^>]*name="nome"[^>]*value="${user.displayName}"`));
  expect(html).toMatch(new RegExp(`<input[^>]*name="email"[^>]*value="${user.email}"`));
  expect(html).toMatch(
    /<textarea[^>]*name="mensagem"[^>]*>Olá! Quero anunciar no plano Profissional\.</,
  );

  const visitor = await read("/contato?plano=profissional");
  expect(visitor).toContain("Quero anunciar no plano Profissional.");
  expect(visitor).not.toContain(user.email);
});

test.each(["/contato", "/contato?plano=nenhum", "/contato?plano=%3Cb%3E&plano=basico"])(
  "%s begins with an empty message",
  async (path) => {
    const { cookie } = await signIn(site());
    const html = await read(path, cookie);
    expect(html).toMatch(/<textarea[^>]*name="mensagem"[^>]*><\/textarea>/);
    expect(html).not.toContain("Quero anunciar");
  },
);

test("an advertiser without a plan begins with asking for one, WhatsApp included", async () => {
  const none = await signIn(site(), { plano: "nenhum", postsPermitidos: 0 });
  expect(await read("/contato", none.cookie)).toContain("Olá! Quero anunciar no plano Básico.");
  const ended = await signIn(site(), { validoAte: "2026-01-31" });
  const html = await read("/contato", ended.cookie);
  expect(html).toMatch(/<textarea[^>]*>Olá! Quero renovar o plano Básico\.</);
  const whatsapp = /href="(https:\/\/wa\.me[^"]*)"/.exec(html)?.[1] ?? "";
  const text = new URL(whatsapp.replaceAll("&amp;", "&")).searchParams.get("text");
  expect(text).toBe(`Olá! Quero renovar o plano Básico.\nMinha conta no site: ${ended.user.email}`);
});

test("a visitor's WhatsApp message says which plan was asked for, too", async () => {
  const html = await read("/contato?plano=profissional&por=ano");
  const whatsapp = /href="(https:\/\/wa\.me[^"]*)"/.exec(html)?.[1] ?? "";
  expect(decodeURIComponent(whatsapp)).toContain(
    "Quero anunciar no plano Profissional, por 1 ano (R$ 800,00).",
  );
  expect(html).toContain("No WhatsApp, o seu pedido já vai escrito.");
  expect(await read("/contato")).not.toContain("o seu pedido já vai escrito");
});

test("registration says which plan one begins with and what it costs", async () => {
  const text = (await read("/register")).replace(/<[^>]*>/g, "");
  expect(text).toContain("Você começa no plano Básico, com 1 anúncio");
  expect(text).toContain(
    "primeiros 30 dias são grátis; depois, R$ 25,00 por mês ou R$ 250,00 por ano",
  );
  expect(text).toContain("Os primeiros anunciantes podem pedir 6 meses grátis");
});

test("the offer to the first advertisers leads to asking for it, not to the plan that costs", async () => {
  const page = await read("/comofunciona");
  const offer = page.split("Os primeiros anunciantes podem pedir 6 meses grátis")[1] ?? "";
  expect(/href="([^"]+)"/.exec(offer)?.[1]).toBe("/contato?plano=gratis");
});

test("after registering, the home page leads to the first ad, once", async () => {
  const password = "serra-da-canastra";
  const answer = await site().app.request("/register", {
    method: "POST",
    body: new URLSearchParams({
      displayName: "Maria",
      email: "nova@example.com",
      password,
      confirmPassword: password,
    }),
  });
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  expect((await flashOf(answer))?.links).toEqual([
    { to: "/posts/create", text: "Criar primeiro anúncio" },
  ]);
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  const home = await read("/", cookies.join("; "));
  expect(home).toMatch(/data-flash[\s\S]*href="\/posts\/create"[^>]*>Criar primeiro anúncio</);
  const session = cookies.filter((cookie) => !cookie?.includes("aviso")).join("; ");
  expect(await read("/", session)).not.toContain("data-flash");
});
