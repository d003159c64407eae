import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { findOrdinaryStay } from "../../../testing/ordinary-stay.ts";
import { publishOwnAd } from "../../../testing/own-ad.ts";
import { storeQuestion } from "../../../testing/questions.ts";
import { shareTestSite } from "../../../testing/site.ts";
import { addDays, formatCivilDate, today } from "../../calendar/civil-date.ts";
import { feeds } from "../../db/calendar-schema.ts";
import { visits } from "../../db/operation-schema.ts";
import { unavailableDays, users } from "../../db/schema.ts";

const sharedSite = shareTestSite();

const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

test("an ad shows its last 30 days", async () => {
  const { db } = sharedSite();
  const { id, read } = await publishOwnAd(sharedSite());
  const before = await read("/dashboard");
  expect(before).toContain('data-visitas="0"');
  expect(before).not.toContain("em 30 dias");
  const counts = [
    [0, "visita", 3],
    [29, "visita", 40],
    [30, "visita", 50],
    [0, "whatsapp", 2],
    [12, "telefone", 1],
    [1, "guardado", 5],
  ] as const;
  const rows = counts.map(([ago, kind, n]) => ({
    postId: id,
    day: addDays(today(), -ago),
    kind,
    n,
  }));
  await db.insert(visits).values(rows);
  const html = await read("/dashboard");
  expect(html).toContain('data-visitas="43"');
  expect(html).toContain('data-contatos="3"');
  expect(html).toContain("43 visitas, 3 contatos em 30 dias");
});

test("publishing confirms an ad's calendar, on every page that says how old it is", async () => {
  const { db } = sharedSite();
  const fields = { localizacao: "Guapé", title: "Rancho Novo" };
  const { id, read, set } = await publishOwnAd(sharedSite(), fields);
  const { checkIn, checkOut } = findOrdinaryStay(60, 2);
  const dates = `entrada=${checkIn}&saida=${checkOut}`;
  const pages = {
    search: `/search?localizacao=Guap%C3%A9&${dates}`,
    ad: `/posts/${id}?${dates}`,
    calendar: `/posts/${id}/calendario`,
    dashboard: "/dashboard",
  };
  const readAll = async () => {
    const texts = Object.values(pages).map(async (path) => textOf(await read(path)));
    const [search = "", ad = "", calendar = "", dashboard = ""] = await Promise.all(texts);
    return { search, ad, calendar, dashboard };
  };
  const fresh = await readAll();
  expect(fresh.search).toContain("Rancho Novo");
  expect(fresh.search).not.toContain("Pergunte as datas");
  expect(fresh.ad).toContain(`Calendário atualizado em ${formatCivilDate(today())}`);
  expect(fresh.ad).not.toContain("pergunte as datas");
  expect(fresh.calendar).toContain("atualizado hoje");
  expect(fresh.dashboard).toContain("No ar ");
  expect(fresh.dashboard).not.toContain("por confirmar");
  expect(await read("/dashboard")).toContain(`href="${pages.calendar}"`);

  const createdAt = new Date("2026-03-11T12:00:00Z");
  await set({ createdAt, datesUpdatedAt: new Date(Date.now() - 30 * 86_400_000) });
  const old = await readAll();
  expect(old.search).toContain("Pergunte as datas");
  expect(old.ad).toContain("Calendário de 30 dias atrás");
  expect(old.calendar).toContain("30 dias");
  expect(old.dashboard).toContain("No ar, com o calendário por confirmar");

  const feed = { nome: "Airbnb", endereco: "https://example.com/a.ics", goodAt: sql`now()` };
  await db.insert(feeds).values({ postId: id, ...feed });
  const followed = await readAll();
  expect(followed.ad).not.toContain("pergunte as datas");
  expect(followed.dashboard).not.toContain("por confirmar");
});

test("a button the page doesn't have changes nothing", async () => {
  const { id, post, row } = await publishOwnAd(sharedSite());
  const before = await row();
  for (const button of [["arquivar", "1"], ["intent", "arquivar"], ["intent", "constructor"], []]) {
    const [name = "x", value = ""] = button;
    const answer = await post("/dashboard", { [name]: value, id, confirmado: "sim" });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("Esse botão não existe mais. Abra a página de novo.");
  }
  expect(await row()).toEqual(before);
});

test("the monthly e-mail, once stopped, is turned on again for this advertiser alone", async () => {
  const site = sharedSite();
  const [own, other] = [await publishOwnAd(site), await publishOwnAd(site)];
  expect(await own.read("/dashboard")).not.toContain("Voltar a receber");
  await site.db.update(users).set({ numbersOff: true });
  expect(await own.read("/dashboard")).toContain("Voltar a receber");
  await own.post("/dashboard", { intent: "receber-numeros" });
  const isOff = async (uid: string) =>
    (await site.db.select().from(users).where(eq(users.id, uid)))[0]?.numbersOff;
  expect([await isOff(own.uid), await isOff(other.uid)]).toEqual([false, true]);
});

const cardIn = /<section[^>]*id="plano".*?<\/section>/s;

/** Reads the dashboard of an advertiser with one ad. */
async function readPlan(plan: Partial<typeof users.$inferInsert>) {
  const { uid, read } = await publishOwnAd(sharedSite());
  await sharedSite().db.update(users).set(plan).where(eq(users.id, uid));
  const html = await read("/dashboard");
  return cardIn.exec(html)?.[0] ?? "";
}

const on = (days: number) => addDays(today(), days);
const active = { plano: "basico", postsPermitidos: 1 };
const none = { plano: "nenhum", postsPermitidos: 0 };

test.each([
  ["a plan without an end", { ...active, validoAte: null }, false],
  ["a plan with more than a month left", { ...active, validoAte: on(31) }, false],
  ["a plan in its last month", { ...active, validoAte: on(30) }, true],
  ["an ended plan", { ...none, planEndedOn: on(-1) }, true],
])("%s is a line, or a card once it is due", async (_, plan, isDue) => {
  expect((await readPlan(plan)).includes("water")).toBe(isDue);
});

test("a plan's line says how many ads it has, and offers one way to pay as a button once it is due", async () => {
  const due = await readPlan({ ...active, validoAte: on(3) });
  expect(due.match(/class="btn[^"]*"/g)).toHaveLength(1);
  expect(textOf(due)).toContain("Pedir no WhatsApp");
  expect(textOf(due)).toContain(`Até ${formatCivilDate(on(3))}`);
  const open = await readPlan({ ...active, validoAte: null });
  expect(textOf(open).trim()).toBe("Plano Básico , 1 de 1 anúncio. Ver os planos");
});

test("what waits for the owner, and invitations once somebody has stayed, are on the dashboard", async () => {
  const site = sharedSite();
  const { id, uid, read } = await publishOwnAd(site);
  const before = await read("/dashboard");
  expect(before).not.toContain("sem resposta");
  expect(before).not.toContain(`/posts/${id}/depoimentos`);
  await storeQuestion(site, { postId: id, uid });
  await site.db.insert(unavailableDays).values({ postId: id, day: addDays(today(), -1) });
  const after = await read("/dashboard");
  expect(textOf(after)).toContain("1 pergunta sem resposta");
  expect(after).toContain(`/posts/${id}/depoimentos`);
});
