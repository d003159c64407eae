import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { post } from "../../../../testing/advertiser.ts";
import { publish } from "../../../../testing/caching-site.ts";
import { shareLoggedSite } from "../../../../testing/logged-site.ts";
import type { TestSite } from "../../../../testing/site.ts";
import { textOf } from "../../../../testing/text-of.ts";
import { deleteListing } from "../../../domain/listings/deletion.server.ts";
import { setPaused } from "../../../domain/listings/set-paused.server.ts";
import { posts } from "../../../platform/db/schema.ts";

const { site: sharedSite, lines } = shareLoggedSite<Record<string, unknown>>();

let next = 10_000;
/** A mobile number that no other test uses. */
function newNumber(): string {
  next += 1;
  return `379999${next}`;
}

/** Requests come from this address. */
const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });

let visitors = 0;

/** Asks from an address of its own, unless one is given. */
async function ask(
  site: TestSite,
  telefone: string,
  address = `2001:db8:2:${(visitors++).toString(16)}::1`,
) {
  const answer = await site.app.request("/confira", post({ telefone }), from(address));
  const html = (await answer.text()).replaceAll("<!-- -->", "");
  const [, main = ""] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
  const text = textOf(main);
  return { status: answer.status, headers: answer.headers, html: main, text };
}

const shown = (digits: string) =>
  `(${digits.slice(0, 2)}) ${digits.slice(2, 7)}-${digits.slice(7)}`;

test("a published ad's number is answered with title, place, price, advertiser, link and month of the check", async () => {
  const site = sharedSite();
  const telefone = newNumber();
  const { id } = await publish(site, { telefone, title: "Rancho da Enseada" });
  const { status, headers, html, text } = await ask(site, `+55 ${shown(telefone)}`);
  expect([status, headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
  expect(text).toContain(`Sim: ${shown(telefone)} está em 1 anúncio`);
  for (const words of [
    "Rancho da Enseada",
    "Escarpas do Lago, até 16 pessoas",
    "Anunciante: Maria Aparecida Leite",
    "R$ 950",
    "não dispensa os outros cuidados",
  ]) {
    expect(text.replaceAll("\u00a0", " ")).toContain(words);
  }
  expect(html).toContain(`href="/posts/${id}"`);
  expect(html).toMatch(/<img[^>]*src="\/fotos\/[\w-]{22}\/\d+"/);
  expect(text).not.toContain("Conferido em");
  expect(text).not.toContain("Se a resposta é não");

  await site.db.update(posts).set({ checkedAt: new Date() }).where(eq(posts.id, id));
  const ad = await (await site.app.request(`/posts/${id}`)).text();
  const [, month = ""] = /Conferido em (\d\d\/\d{4})/.exec(ad.replaceAll("<!-- -->", "")) ?? [];
  expect(month).not.toBe("");
  expect((await ask(site, telefone)).text).toContain(`Conferido em ${month}`);
  // The cached page stays empty.
  const empty = await (await site.app.request(`/confira?telefone=${telefone}`)).text();
  expect(empty).not.toMatch(new RegExp(`Rancho da Enseada|${telefone}`));
  const report = await site.app.request(`/posts/${id}/denunciar`);
  expect(await report.text()).toMatch(/<main[\s\S]*href="\/confira"[\s\S]*<\/main>/);
});

test("an ad's second number is found as its first is, with or without the ninth digit", async () => {
  const site = sharedSite();
  const [telefone, telefone2] = [newNumber(), newNumber()];
  const withoutNine = (number: string) => number.slice(0, 2) + number.slice(3);
  const { id } = await publish(site, { telefone, telefone2 });
  const other = newNumber();
  const { id: old } = await publish(site, { telefone: withoutNine(other) });
  for (const [typed, ad] of [
    [telefone, id],
    [telefone2, id],
    [withoutNine(telefone2), id],
    [`https://wa.me/55${withoutNine(telefone)}`, id],
    [other, old],
  ] as const) {
    const { text, html } = await ask(site, typed);
    expect(text, typed).toContain("está em 1 anúncio");
    expect(html).toContain(`href="/posts/${ad}"`);
  }
});

test("of a number's ads, also of several advertisers, the newest twelve are listed, and all are counted", async () => {
  const site = sharedSite();
  const telefone = newNumber();
  for (let n = 0; n < 13; n++) await publish(site, { telefone, title: `Casa número ${n}` });
  const { html, text } = await ask(site, telefone);
  expect(text).toContain(`${shown(telefone)} está em 13 anúncios`);
  expect(text).toContain("Os 12 mais novos");
  expect(html.match(/<li><a href="\/posts\//g)).toHaveLength(12);
  const numbers = Array.from(text.matchAll(/Casa número (\d+)/g), ([, n]) => Number(n));
  expect(numbers).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

test("the numbers of hidden and deleted ads get an unknown number's answer", async () => {
  const site = sharedSite();
  const hide: Record<string, (uid: string, id: string) => Promise<unknown>> = {
    paused: (uid, id) => setPaused(site.db, uid, id, true),
    deleted: (uid, id) => deleteListing(site.db, site.photoStore, uid, id),
    "being deleted": (_, id) =>
      site.db.execute(
        sql`insert into deleted_posts (id, localizacao) values (${id}, 'Escarpas do Lago')`,
      ),
  };
  // The number typed is the only thing in which answers may differ.
  const pattern = (html: string, digits: string) =>
    html.replaceAll(shown(digits), "NUMBER").replaceAll(digits, "NUMBER");
  const stranger = newNumber();
  const { html, text } = await ask(site, stranger);
  const unknown = pattern(html, stranger);
  expect(text).toContain(`Não: ${shown(stranger)} não está em nenhum anúncio publicado`);
  for (const words of [
    "Não pague nada por enquanto",
    "boletim de ocorrência",
    "MED, o Mecanismo",
  ]) {
    expect(text).toContain(words);
  }
  expect(html).not.toMatch(/href="\/posts\//);
  for (const [name, action] of Object.entries(hide)) {
    const telefone = newNumber();
    const { id, user } = await publish(site, { telefone });
    expect((await ask(site, telefone)).text, name).toContain("Sim: ");
    await action(user.uid, id);
    const answer = await ask(site, telefone);
    expect(answer.status, name).toBe(200);
    expect(pattern(answer.html, telefone), name).toBe(unknown);
  }
});

test("text that is no number is refused beside the field, and stays in it", async () => {
  const site = sharedSite();
  const typed = `"><b>${"9".repeat(9)}`;
  const { status, html } = await ask(site, typed);
  expect(status).toBe(400);
  const [, input = ""] = /<input([^>]*name="telefone"[^>]*)>/.exec(html) ?? [];
  expect(input).toContain('aria-invalid="true"');
  expect(input).toContain("autofocus");
  expect(input).toContain(`value="&quot;&gt;&lt;b&gt;${"9".repeat(9)}"`);
  expect(html).toMatch(/id="telefone-error"[^>]*>[\s\S]*Escreva o telefone com DDD/);
  expect(html).not.toContain('id="resposta"');
});

test("an address that asks too often gets a clear 429 that keeps the typed text", async () => {
  const site = sharedSite();
  const telefone = newNumber();
  await publish(site, { telefone });
  const here = "2001:db8:1:1::1";
  // Mistakes don't count.
  for (let n = 0; n < 5; n++) expect((await ask(site, "37", here)).status).toBe(400);
  for (let n = 0; n < 30; n++) expect((await ask(site, "37 98888-1234", here)).status).toBe(200);
  const { status, html, text } = await ask(site, telefone, here);
  expect(status).toBe(429);
  expect(text).toContain("Daqui já foram conferidos muitos números nesta hora.");
  expect(text).toContain("abra o anúncio e ligue para o telefone que está nele");
  expect(html).toContain(`value="${telefone}"`);
  expect(html).not.toContain('id="resposta"');
  // Reading the page is never limited.
  expect((await site.app.request("/confira", {}, from(here))).status).toBe(200);
  expect((await ask(site, telefone)).status).toBe(200);
});

test("a number that was looked up is in no table and no line of the log, even after a failure", async () => {
  const site = sharedSite();
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
  await site.owner.execute(sql`alter table posts rename column elsewhere to telefone`);
  // These numbers could contain the parts of the telephone's that are looked for.
  const said = lines().map(({ pid: _pid, time: _time, id: _id, ms: _ms, ...others }) => others);
  expect(JSON.stringify(said)).toContain("number not looked up");
  for (const part of [telefone, shown(telefone), "12340", "0987"])
    expect(JSON.stringify(said)).not.toContain(part);
});
