import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { shareTestSite, signIn, type TestSite } from "../../../testing/site.ts";
import { today } from "../../calendar/civil-date.ts";
import { addMonths, monthName, monthOf, monthWord } from "../../calendar/month.ts";
import { visits } from "../../db/operation-schema.ts";
import { posts } from "../../db/schema.ts";

const sharedSite = shareTestSite();
const month = monthOf(today());

async function sheetOf(site: TestSite, cookie: string): Promise<string> {
  const html = await (
    await site.app.request("/dashboard/ano", { headers: { Cookie: cookie } })
  ).text();
  const [sheet = ""] = /<article[\s\S]*<\/article>/.exec(html) ?? [];
  return sheet
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
}

test("the year sums twelve months of all own ads, and of nobody else's", async () => {
  const site = sharedSite();
  const { user, cookie } = await signIn(site);
  const { id } = await publish(site, { title: "Rancho da Enseada" });
  const { id: second } = await publish(site, { title: "Casa do Píer" });
  for (const own of [id, second]) {
    await site.db.update(posts).set({ uid: user.uid }).where(eq(posts.id, own));
  }
  const { id: other } = await publish(site, { title: "De outro dono" });
  const day = (back: number) => `${addMonths(month, -back)}-01`;
  await site.db.insert(visits).values([
    { postId: id, day: day(0), kind: "visita", n: 1200 },
    { postId: second, day: day(0), kind: "visita", n: 34 },
    { postId: id, day: day(11), kind: "visita", n: 5 },
    { postId: id, day: day(11), kind: "whatsapp", n: 7 },
    { postId: id, day: day(11), kind: "telefone", n: 2 },
    { postId: second, day: day(3), kind: "busca", n: 300 },
    { postId: second, day: day(3), kind: "guardado", n: 99 },
    { postId: id, day: day(12), kind: "visita", n: 9000 },
    { postId: other, day: day(1), kind: "visita", n: 9000 },
  ]);
  const text = await sheetOf(site, cookie);
  expect(text).toContain(`De ${monthName(addMonths(month, -11))} a ${monthName(month)}`);
  expect(text).toContain("Visualizações 1.239 Contatos 9 Buscas 300");
  const row = (back: number, numbers: string) => {
    const one = addMonths(month, -back);
    return `${monthWord(one)} ${one.slice(2, 4)} ${numbers}`;
  };
  expect(text).toContain(row(11, "5 9 0"));
  expect(text).toContain(row(3, "0 0 300"));
  expect(text).toContain(row(0, "1.234 0 0"));
  expect(text).toMatch(/Rancho da Enseada 1\.205 9 0 .* Casa do Píer 34 0 300/);
  expect(text).not.toContain("De outro dono");
});

test("the year asks visitors to log in, and shows zeros to an owner without ads", async () => {
  const site = sharedSite();
  const answer = await site.app.request("/dashboard/ano");
  expect([answer.status, answer.headers.get("Location")]).toEqual([
    302,
    expect.stringMatching(/^\/login/),
  ]);
  const { cookie } = await signIn(site);
  expect(await sheetOf(site, cookie)).toContain("Visualizações 0 Contatos 0 Buscas 0");
});
