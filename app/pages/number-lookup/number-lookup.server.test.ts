import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createLog } from "../../../server/log.ts";
import { post } from "../../../testing/advertiser.ts";
import { publish } from "../../../testing/caching-site.ts";
import {
  createWaitingPhoto,
  listingInput,
  openTestSite,
  shareTestSite,
  type TestSite,
} from "../../../testing/site.ts";
import { posts, users } from "../../db/schema.ts";
import { deleteListing } from "../../listings/deletion.server.ts";
import { setPaused } from "../../listings/pause.server.ts";
import { createListing } from "../../listings/publishing.server.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "100" });

let next = 10_000;
/** A mobile number that no other test uses. */
function newNumber(): string {
  next += 1;
  return `379999${next}`;
}

async function ask(site: TestSite, telefone: string) {
  const answer = await site.app.request("/confira", post({ telefone }));
  const html = (await answer.text()).replaceAll("<!-- -->", "");
  const [, main = ""] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
  const text = main.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  return { status: answer.status, headers: answer.headers, html: main, text };
}

const shown = (digits: string) =>
  `(${digits.slice(0, 2)}) ${digits.slice(2, 7)}-${digits.slice(7)}`;

test("a published ad's number is answered with title, place, price, advertiser and link", async () => {
  const site = sharedSite();
  const telefone = newNumber();
  const { id } = await publish(site, { telefone, title: "Rancho da Enseada" });
  const { status, html, text } = await ask(site, `+55 ${shown(telefone)}`);
  expect(status).toBe(200);
  expect(text).toContain(`Sim: ${shown(telefone)} está em 1 anúncio`);
  for (const words of [
    "Rancho da Enseada",
    "Escarpas do Lago, até 16 pessoas",
    "Anunciante: Maria Aparecida Leite",
    "R$ 950",
    "não dispensa os outros cuidados",
    "Ligue você para o número do anúncio",
  ]) {
    expect(text.replaceAll("\u00a0", " ")).toContain(words);
  }
  expect(html).toContain(`href="/posts/${id}"`);
  expect(html).toMatch(/<img[^>]*src="\/fotos\/[\w-]{11}\/\d+"/);
  expect(text).not.toContain("Conferido em");
  expect(text).not.toContain("Se a resposta é não");
});

test("an ad's second number is found as its first is, with or without the ninth digit", async () => {
  const site = sharedSite();
  const [telefone, telefone2] = [newNumber(), newNumber()];
  const { id } = await publish(site, { telefone, telefone2, title: "Rancho da Enseada" });
  for (const typed of [telefone2, `${telefone2.slice(0, 2)}${telefone2.slice(3)}`, telefone]) {
    const { text, html } = await ask(site, typed);
    expect(text, typed).toContain("está em 1 anúncio");
    expect(html).toContain(`href="/posts/${id}"`);
  }
});

test("of a checked ad it says the month, as the ad does", async () => {
  const site = sharedSite();
  const telefone = newNumber();
  const { id } = await publish(site, { telefone });
  await site.db.update(posts).set({ checkedAt: new Date() }).where(eq(posts.id, id));
  const ad = await (await site.app.request(`/posts/${id}`)).text();
  const [, month = ""] = /Conferido em (\d\d\/\d{4})/.exec(ad.replaceAll("<!-- -->", "")) ?? [];
  expect(month).not.toBe("");
  expect((await ask(site, telefone)).text).toContain(`Conferido em ${month}`);
});

test("several ads of a number are listed, newest first, also of several advertisers", async () => {
  const site = sharedSite();
  const telefone = newNumber();
  const { user } = await publish(site, { telefone, title: "Primeira Casa" });
  const photo = await createWaitingPhoto(site, user.uid);
  const another = listingInput({ telefone, title: "Segunda Casa" });
  expect(await createListing(site.db, user.uid, another, [photo])).toMatchObject({ ok: true });
  await publish(site, { telefone, title: "Terceira Casa" });
  const { text } = await ask(site, telefone);
  expect(text).toContain(`${shown(telefone)} está em 3 anúncios`);
  expect(text).toMatch(/Terceira Casa.*Segunda Casa.*Primeira Casa/);
  expect(text).toContain("Como ordenamos");
});

test("of more ads than fit, the newest twelve are listed, and all are counted", async () => {
  const site = sharedSite();
  const telefone = newNumber();
  for (let n = 0; n < 13; n++) await publish(site, { telefone, title: `Casa número ${n}` });
  const { html, text } = await ask(site, telefone);
  expect(text).toContain("está em 13 anúncios");
  expect(text).toContain("Os 12 mais novos");
  expect(html.match(/<li><a href="\/posts\//g)).toHaveLength(12);
  expect(text).not.toContain("Casa número 0 ");
});

test("numbers with and without the ninth digit are the same", async () => {
  const site = sharedSite();
  const telefone = newNumber();
  const without = telefone.slice(0, 2) + telefone.slice(3);
  await publish(site, { telefone, title: "Com Nove" });
  expect((await ask(site, `https://wa.me/55${without}`)).text).toContain("Com Nove");
  const other = newNumber();
  await publish(site, { telefone: other.slice(0, 2) + other.slice(3), title: "Sem Nove" });
  expect((await ask(site, other)).text).toContain("Sem Nove");
});

test("an unknown number is answered with what to do next", async () => {
  const { status, html, text } = await ask(sharedSite(), "37 98888-1234");
  expect(status).toBe(200);
  expect(text).toContain("Não: (37) 98888-1234 não está em nenhum anúncio publicado");
  for (const words of [
    "Não pague nada por enquanto",
    "Peça o endereço do anúncio",
    "Quem anuncia troca de número",
    "Denunciar anúncio",
    "boletim de ocorrência",
    "MED, o Mecanismo Especial de Devolução do Pix",
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toContain("Se a resposta é sim");
  expect(html).not.toMatch(/href="\/posts\//);
});

test("hidden ads, deleted ones and accounts' own numbers get an unknown number's answer", async () => {
  const site = sharedSite();
  const hide: Record<string, (uid: string, id: string) => Promise<unknown>> = {
    "paused by its owner": (uid, id) => setPaused(site.db, uid, id, true),
    "paused by the operator": (_, id) => pause(id, "operator"),
    "of an ended plan": (_, id) => pause(id, "plan"),
    "of a blocked account": (_, id) => pause(id, "block"),
    deleted: (uid, id) => deleteListing(site.db, site.photoStore, uid, id),
    "being deleted": (_, id) =>
      site.db.execute(
        sql`insert into deleted_posts (id, localizacao) values (${id}, 'Escarpas do Lago')`,
      ),
  };
  const pause = (id: string, pausedBy: "operator" | "plan" | "block") =>
    site.db.update(posts).set({ pausedAt: new Date(), pausedBy }).where(eq(posts.id, id));
  // The number typed is the only thing in which answers may differ.
  const pattern = (html: string, digits: string) =>
    html.replaceAll(shown(digits), "NUMBER").replaceAll(digits, "NUMBER");
  const stranger = newNumber();
  const unknown = pattern((await ask(site, stranger)).html, stranger);
  for (const [name, action] of Object.entries(hide)) {
    const telefone = newNumber();
    const { id, user } = await publish(site, { telefone });
    expect((await ask(site, telefone)).text, name).toContain("Sim: ");
    await action(user.uid, id);
    const answer = await ask(site, telefone);
    expect(answer.status, name).toBe(200);
    expect(pattern(answer.html, telefone), name).toBe(unknown);
  }
  // Accounts have no number of their own; a name or an e-mail that looks like one finds nothing.
  const telefone = newNumber();
  const { user } = await publish(site);
  await site.db.update(users).set({ displayName: telefone }).where(eq(users.id, user.uid));
  expect(pattern((await ask(site, telefone)).html, telefone)).toBe(unknown);
});

test.each([
  ["", "Escreva o telefone que quer conferir."],
  ["99999-0000", "Escreva o telefone com DDD: são 10 ou 11 números."],
  ["37 99999-0000 ou 35 98888-0000", "Escreva um telefone de cada vez."],
  ["+351 912 345 678", "Esse número não é do Brasil"],
  [`"><b>${"9".repeat(9)}`, "Escreva o telefone com DDD"],
])("%j is refused beside the field, which keeps it", async (typed, sentence) => {
  const { status, html } = await ask(sharedSite(), typed);
  expect(status).toBe(400);
  const [, input = ""] = /<input([^>]*name="telefone"[^>]*)>/.exec(html) ?? [];
  expect(input).toContain('aria-invalid="true"');
  expect(input).toContain("autofocus");
  const [, value = ""] = /value="([^"]*)"/.exec(input) ?? [];
  const escaped = typed.replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  expect(value).toBe(escaped);
  expect(html).toMatch(new RegExp(`id="telefone-error"[^>]*>[\\s\\S]*${sentence}`));
  expect(html).not.toContain('id="resposta"');
});

test("a form without the control or with an unknown button is refused, too", async () => {
  const site = sharedSite();
  expect((await site.app.request("/confira", post({}))).status).toBe(400);
  const unknown = await site.app.request("/confira", post({ intent: "x", telefone: "1" }));
  expect(unknown.status).toBe(400);
  expect((await site.app.request("/confira", { ...post({}), method: "PUT" })).status).toBe(405);
});

test("an address that asks too often gets a clear 429 that keeps what was typed", async () => {
  const site = await openTestSite({ RATE_LIMIT_FACTOR: "0.1" });
  const telefone = newNumber();
  await publish(site, { telefone });
  // Mistakes don't count.
  for (let n = 0; n < 5; n++) expect((await ask(site, "37")).status).toBe(400);
  for (let n = 0; n < 3; n++) expect((await ask(site, telefone)).status).toBe(200);
  const { status, html, text } = await ask(site, telefone);
  expect(status).toBe(429);
  expect(text).toContain("Daqui já foram conferidos muitos números nesta hora.");
  expect(text).toContain("abra o anúncio e ligue para o telefone que está nele");
  expect(html).toContain(`value="${telefone}"`);
  expect(html).not.toContain('id="resposta"');
  // Reading the page is never limited.
  expect((await site.app.request("/confira")).status).toBe(200);
});

test("answers are kept by nobody: not by browsers, and the cached page stays empty", async () => {
  const site = sharedSite();
  const telefone = newNumber();
  await publish(site, { telefone, title: "Casa Guardada" });
  const answer = await ask(site, telefone);
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  const empty = await site.app.request(`/confira?telefone=${telefone}`);
  expect(empty.headers.get("Cache-Control")).toBe("no-cache");
  const html = await empty.text();
  expect(html).not.toContain("Casa Guardada");
  expect(html).not.toContain(telefone);
});

test("a number that was looked up is in no table and no line of the log, even after a failure", async () => {
  let lines = "";
  const log = createLog("debug", {
    write: (line) => {
      // These numbers could contain the parts of the telephone's that are looked for below.
      const { pid: _pid, time: _time, id: _id, ms: _ms, ...said } = JSON.parse(line);
      lines += JSON.stringify(said);
    },
  });
  const site = await openTestSite({}, log);
  const telefone = "37912340987";
  const typed = `whatsapp: ${shown(telefone)}`;
  expect((await ask(site, typed)).status).toBe(200);
  const { rows } = await site.owner.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const { name } of rows) {
    const stored = await site.owner.execute<{ row: string }>(
      sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t`,
    );
    const all = stored.rows.map(({ row }) => row).join("\n");
    expect(all, name).not.toContain(telefone);
    expect(all, name).not.toContain(shown(telefone));
  }
  await site.owner.execute(sql`alter table posts rename column telefone to elsewhere`);
  const failed = await ask(site, typed);
  expect(failed.status).toBe(500);
  expect(failed.text).toContain("Não conseguimos conferir agora. Tente de novo em instantes.");
  expect(failed.html).toContain(`value="${typed}"`);
  expect(lines).toContain("number not looked up");
  for (const part of [telefone, shown(telefone), "12340", "0987"])
    expect(lines).not.toContain(part);
});

test("the page is linked from the report form and the footer, and stands in the sitemap", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const main = async (path: string) =>
    (await (await site.app.request(path)).text()).split("<footer")[0] ?? "";
  expect(await main(`/posts/${id}/denunciar`)).toContain('href="/confira"');
  const advice = /Antes de pagar[\s\S]*?<\/section>/.exec(await main(`/posts/${id}`))?.[0];
  expect(advice).toContain('href="/confira"');
  const home = await (await site.app.request("/")).text();
  const footer = home.split("<footer")[1] ?? "";
  for (const path of ["/confira", "/como-ordenamos"]) expect(footer).toContain(`href="${path}"`);
  const sitemap = await (await site.app.request("/sitemap.xml")).text();
  for (const path of ["/confira", "/como-ordenamos"]) expect(sitemap).toContain(`${path}</loc>`);
});
