import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { downloadData } from "../../../testing/account-pages.ts";
import { publish } from "../../../testing/caching-site.ts";
import { openTestSite, shareTestSite, signIn, type TestSite } from "../../../testing/site.ts";
import { outbox } from "../../db/mail-schema.ts";
import { reports, staff } from "../../db/operation-schema.ts";
import { deletedPosts, posts, rateLimits } from "../../db/schema.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "100", SITE_EMAIL: "mar@example.com" });
const valid = { motivo: "golpe", detalhes: "Pediu Pix antes.", contato: "37 99999-0000" };

function send(site: TestSite, id: string, fields: Record<string, string>, cookie = "") {
  return site.app.request(`/posts/${id}/denunciar`, {
    method: "POST",
    headers: { Cookie: cookie },
    body: new URLSearchParams(fields),
  });
}

function reportsOf(site: TestSite, id: string) {
  return site.db.select().from(reports).where(eq(reports.postId, id));
}

test("a report is stored, thanked for, and announced to the operator", async () => {
  const site = await openTestSite({ SITE_EMAIL: "mar@example.com" });
  const { id, user } = await publish(site, { title: "Rancho da Enseada" });
  const form = await (await site.app.request(`/posts/${id}/denunciar`)).text();
  expect(form).toContain("Rancho da Enseada");
  for (const motivo of ["golpe", "fotos", "preco", "calendario", "ofensivo", "outro"]) {
    expect(form).toMatch(new RegExp(`type="radio"[^>]*name="motivo"[^>]*value="${motivo}"`));
  }
  expect(form).toContain('content="noindex"');

  const sent = await send(site, id, valid);
  expect(sent.status).toBe(302);
  const thanks = await site.app.request(sent.headers.get("Location") ?? "");
  expect(thanks.status).toBe(200);
  expect(await thanks.text()).toContain("Denúncia recebida. Obrigado!");
  const [row] = await reportsOf(site, id);
  expect(row).toMatchObject({ ...valid, uid: user.uid, title: "Rancho da Enseada" });
  expect(row?.announcedAt).not.toBeNull();
  const mails = await site.db.select().from(outbox);
  expect(mails).toMatchObject([{ content: { kind: "letter", to: "mar@example.com" } }]);
});

test("the reporter's address is stored only as a keyed hash", async () => {
  const site = await openTestSite({ TRUSTED_PROXIES: "loopback" });
  const other = await openTestSite({
    TRUSTED_PROXIES: "loopback",
    AUTH_SECRET: "y".repeat(32),
  });
  const hashes = [];
  for (const [at, address] of [
    [site, "203.0.113.7"],
    [site, "203.0.113.7"],
    [site, "203.0.113.8"],
    [other, "203.0.113.7"],
  ] as const) {
    const { id } = await publish(at);
    await at.app.request(
      `/posts/${id}/denunciar`,
      {
        method: "POST",
        headers: { "X-Forwarded-For": address },
        body: new URLSearchParams(valid),
      },
      { incoming: { socket: { remoteAddress: "127.0.0.1" } } },
    );
    const [row] = await reportsOf(at, id);
    expect(JSON.stringify(row)).not.toContain("203.0.113");
    const limits = await at.db.select().from(rateLimits);
    expect(limits.length).toBeGreaterThan(0);
    expect(JSON.stringify(limits)).not.toContain("203.0.113");
    hashes.push(row?.addressHash);
  }
  const [first, again, neighbour, elsewhere] = hashes;
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(again).toBe(first);
  expect(new Set([first, neighbour, elsewhere]).size).toBe(3);
});

test.each([
  [{}, "Escolha o que houve."],
  [{ motivo: "outra coisa" }, "Escolha o que houve."],
  [{ motivo: "outro" }, "Conte o que houve, em poucas palavras."],
  [{ motivo: "outro", detalhes: " \r\n " }, "Conte o que houve, em poucas palavras."],
  [
    { motivo: "golpe", detalhes: "a".repeat(2001) },
    "O texto passa de 2000 caracteres. Conte o principal.",
  ],
  [
    { motivo: "golpe", contato: "a".repeat(255) },
    "O contato passa de 254 caracteres. Deixe só um telefone ou e-mail.",
  ],
  [
    { motivo: "golpe", detalhes: "a\0b" },
    "Há um caractere aqui que não dá para guardar. Apague-o e digite de novo.",
  ],
])("%j is refused with %s", async (fields, message) => {
  const site = sharedSite();
  const { id } = await publish(site);
  const answer = await send(site, id, fields as Record<string, string>);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(message);
  expect(await reportsOf(site, id)).toEqual([]);
});

test("a refused form keeps everything typed and marks the field", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const html = await (await send(site, id, { ...valid, detalhes: "x".repeat(2001) })).text();
  expect(html).toMatch(/<input[^>]*value="golpe"[^>]*checked|checked[^>]*value="golpe"/);
  expect(html).toContain("x".repeat(2001));
  expect(html).toMatch(/<input[^>]*name="contato"[^>]*value="37 99999-0000"/);
  expect(html).toMatch(/<textarea[^>]*aria-invalid="true"[^>]*aria-describedby="detalhes-error"/);
});

test("a form with the honeypot filled in is thanked for and dropped", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const answer = await send(site, id, { ...valid, assunto: "SEO" });
  expect(answer.headers.get("Location")).toBe(`/posts/${id}/denunciar?recebida=1`);
  expect(await reportsOf(site, id)).toEqual([]);
});

test("after ten reports within an hour, the next keeps its text and gets 429", async () => {
  const site = await openTestSite();
  const { id } = await publish(site);
  for (let n = 0; n < 10; n++) expect((await send(site, id, valid)).status).toBe(302);
  const answer = await send(site, id, valid);
  expect(answer.status).toBe(429);
  expect(answer.headers.get("Location")).toBeNull();
  const html = await answer.text();
  expect(html).toContain("Muitas tentativas em pouco tempo.");
  expect(html).toContain(valid.detalhes);
  expect(await reportsOf(site, id)).toHaveLength(10);
});

test("an IPv6 /48 has four times a network's reports, and is one reporter", async () => {
  const site = await openTestSite({ RATE_LIMIT_FACTOR: "0.1", AUTH_SECRET: "x".repeat(32) });
  const { id } = await publish(site);
  const reportFrom = async (remoteAddress: string) => {
    const init = { method: "POST", body: new URLSearchParams(valid) };
    const env = { incoming: { socket: { remoteAddress } } };
    return (await site.app.request(`/posts/${id}/denunciar`, init, env)).status;
  };
  for (const network of ["1", "2", "3", "4"]) {
    expect(await reportFrom(`2001:db8:7:${network}::1`)).toBe(302);
  }
  expect(await reportFrom("2001:db8:7:5::1")).toBe(429);
  expect(await reportFrom("2001:db8:8:5::1")).toBe(302);
  const reporters = (await reportsOf(site, id)).map(({ addressHash }) => addressHash);
  expect(new Set(reporters).size).toBe(2);
  expect(JSON.stringify(await site.db.select().from(rateLimits))).not.toContain("2001:db8");
});

test.each(["paused", "deleted", "unknown", "malformed"])(
  "a %s ad can't be reported",
  async (kind) => {
    const site = sharedSite();
    const { id } = await publish(site);
    if (kind === "paused") {
      await site.db
        .update(posts)
        .set({ pausedAt: sql`now()`, pausedBy: "owner" })
        .where(eq(posts.id, id));
    }
    if (kind === "deleted") {
      await site.db.execute(sql`delete from photos where "postId" = ${id}`);
      await site.db.insert(deletedPosts).values({ id, localizacao: "Turvo" });
      await site.db.delete(posts).where(eq(posts.id, id));
    }
    const path = { unknown: crypto.randomUUID(), malformed: "x'--" }[kind] ?? id;
    const expected = kind === "deleted" ? 410 : 404;
    const before = await site.db.$count(reports);
    expect((await site.app.request(`/posts/${path}/denunciar`)).status).toBe(expected);
    expect((await send(site, path, valid)).status).toBe(expected);
    expect((await site.app.request(`/posts/${path}`)).status).toBe(expected);
    expect(await site.db.$count(reports)).toBe(before);
  },
);

test.each([
  ["visitor", 200, 302],
  ["owner", 403, 403],
  ["stranger", 200, 302],
  ["blocked", 200, 302],
  ["operator", 200, 302],
])("%s: %i for opening the form, %i for sending it", async (who, opened, sent) => {
  const site = sharedSite();
  const { id } = await publish(site);
  const owner = await signIn(site);
  await site.db.update(posts).set({ uid: owner.user.uid }).where(eq(posts.id, id));
  const other = await signIn(site, who === "blocked" ? { blockedAt: new Date() } : {});
  if (who === "operator") await site.db.insert(staff).values({ userId: other.user.uid });
  const cookie = { visitor: "", owner: owner.cookie }[who] ?? other.cookie;
  const page = await site.app.request(`/posts/${id}/denunciar`, { headers: { Cookie: cookie } });
  expect(page.status).toBe(opened);
  if (who === "owner") expect(await page.text()).toContain("Este anúncio é seu");
  expect((await send(site, id, valid, cookie)).status).toBe(sent);
  expect(await reportsOf(site, id)).toHaveLength(who === "owner" ? 0 : 1);
});

test("nothing an owner can read says that their ad was reported, or by whom", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const owner = await signIn(site);
  await site.db.update(posts).set({ uid: owner.user.uid }).where(eq(posts.id, id));
  const reporter = await signIn(site, { displayName: "Delatora Discreta" });
  await send(site, id, { ...valid, detalhes: "Frase da denúncia" }, reporter.cookie);
  for (const path of [`/posts/${id}`, `/posts/edit/${id}`, "/dashboard", "/minha-conta"]) {
    const html = await (await site.app.request(path, { headers: { Cookie: owner.cookie } })).text();
    expect(html, path).not.toMatch(/Frase da denúncia|Delatora|37 99999-0000/);
  }
  const archive = await downloadData(site, owner.cookie, owner.password);
  const bytes = Buffer.from(await archive.arrayBuffer()).toString();
  expect(bytes).toContain("dados.json");
  expect(bytes).not.toMatch(/denúncia|Delatora|37 99999-0000|golpe/);
});
