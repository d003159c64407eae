import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { openTestSite, shareTestSite, signIn, type TestSite } from "../../../testing/site.ts";
import { photos, posts } from "../../db/schema.ts";

const sharedSite = shareTestSite();

async function publishOwn(site: TestSite, overrides: object = {}) {
  const { user, cookie } = await signIn(site);
  const { id } = await publish(site, overrides);
  await site.db.update(posts).set({ uid: user.uid }).where(eq(posts.id, id));
  return { cookie, id };
}

function ask(site: TestSite, path: string, cookie = "") {
  return site.app.request(path, { headers: { Cookie: cookie } });
}

test.each(["/cartaz", "/cartaz/stories.jpg"])(
  "%s is its owner's: others find nothing, visitors the login",
  async (path) => {
    const site = sharedSite();
    const { id, cookie } = await publishOwn(site);
    const other = await signIn(site);
    const missing = crypto.randomUUID();
    const answers = [];
    for (const [who, post] of [
      [cookie, id],
      [other.cookie, id],
      [cookie, missing],
      [cookie, "1"],
      ["", id],
      ["", missing],
    ] as const) {
      answers.push(await ask(site, `/posts/${post}${path}`, who));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 404, 302, 302]);
    expect(answers[4]?.headers.get("Location")).toMatch(/^\/login/);
    const texts = await Promise.all(answers.slice(1, 3).map((answer) => answer.text()));
    for (const text of texts) expect(text).toContain("Erro ao carregar o post!");
    expect(answers[0]?.headers.get("Cache-Control")).toContain("private");
  },
);

test("the poster has title, place, size, number and the site's address, and no price", async () => {
  const site = sharedSite();
  const { id, cookie } = await publishOwn(site, {
    title: "Rancho <b>da</b> Enseada",
    localizacao: "Guapé",
    valorFds: "2400",
    valorDiaria: "950",
    telefone: "37900010264",
    nomeContato: "Neide",
    quantidadeMaximaPessoas: 12,
    QuantidadeTotalQuartos: 1,
    lazer: ["Piscina"],
  });
  const html = (await (await ask(site, `/posts/${id}/cartaz`, cookie)).text()).replace(
    /<!-- -->/g,
    "",
  );
  const [sheet = ""] = /<article[\s\S]*<\/article>/.exec(html) ?? [];
  for (const part of [
    "Rancho &lt;b&gt;da&lt;/b&gt; Enseada",
    "Para alugar em Guapé",
    "Até 12 pessoas · 1 quarto · piscina",
    "Aponte a câmera do celular",
    "Falar com Neide",
    "(37) 90001-0264",
    'role="img"',
  ]) {
    expect(sheet).toContain(part);
  }
  // The code has the ad's address; on paper stands one that can be typed.
  expect(sheet).toMatch(new RegExp(`Código QR de https?://[^/]+/posts/${id}`));
  const paper = sheet.replace(/<[^>]+>/g, " ");
  expect(paper).toContain(/Código QR de https?:\/\/([^/]+)/.exec(sheet)?.[1]);
  expect(paper).not.toContain(id);
  expect(sheet).not.toContain("R$");
});

test("the story is an upright JPEG, also of a paused ad and of one without photos", async () => {
  const site = sharedSite();
  const { id, cookie } = await publishOwn(site, { title: "R".repeat(120) });
  await site.db
    .update(posts)
    .set({ pausedAt: sql`now()`, pausedBy: "owner" })
    .where(eq(posts.id, id));
  const path = `/posts/${id}/cartaz/stories.jpg`;
  const story = async () => {
    const answer = await ask(site, path, cookie);
    expect(answer.headers.get("Content-Type")).toBe("image/jpeg");
    const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata();
    return { format, width, height };
  };
  const upright = { format: "jpeg", width: 1080, height: 1920 };
  expect(await story()).toEqual(upright);
  await site.db.update(photos).set({ postId: null, position: null }).where(eq(photos.postId, id));
  expect(await story()).toEqual(upright);
  const html = await (await ask(site, `/posts/${id}/cartaz`, cookie)).text();
  expect(/<article[\s\S]*<\/article>/.exec(html)?.[0]).not.toContain("<img");
});

test("an owner may draw 30 stories in a quarter of an hour", async () => {
  const site = await openTestSite({ RATE_LIMIT_FACTOR: "0.1" });
  const { id, cookie } = await publishOwn(site);
  const statuses = [];
  for (let n = 0; n < 4; n++) {
    statuses.push((await ask(site, `/posts/${id}/cartaz/stories.jpg`, cookie)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
});
