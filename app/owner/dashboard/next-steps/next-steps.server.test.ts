import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { letters, postForm } from "../../../../testing/account-pages.ts";
import { publishOwnAd } from "../../../../testing/own-ad.ts";
import { createWaitingPhoto, shareTestSite, signIn } from "../../../../testing/site.ts";
import { feeds, seasons } from "../../../db/calendar-schema.ts";
import { posts } from "../../../db/schema.ts";

const sharedSite = shareTestSite({ SITE_URL: "https://mardeminas.example" });

const fields = {
  title: "Rancho do <Zé>",
  body: "Texto",
  valorFds: "2400",
  telefone: "37900010264",
  whatsapp: "on",
  localizacao: "Turvo",
};

async function publish({ cookie, user }: Awaited<ReturnType<typeof signIn>>) {
  const site = sharedSite();
  const foto = await createWaitingPhoto(site, user.uid);
  const answer = await postForm(site, "/posts/create", { ...fields, foto }, cookie);
  expect(answer.headers.get("Location")).toBe("/");
  const [post] = await site.db.select().from(posts).where(eq(posts.uid, user.uid));
  return post?.id ?? "";
}

const cardIn = /<section[^>]*aria-labelledby="proximos-passos".*?<\/section>/s;

async function lettersTo(email: string) {
  return (await letters(sharedSite())).filter(({ to }) => to === email);
}

test("publishing queues a letter with the ad's address, its calendar and a link to share it", async () => {
  const owner = await signIn(sharedSite(), { displayName: "Zulmira", emailVerified: true });
  const address = `https://mardeminas.example/posts/${await publish(owner)}`;
  const [letter] = await lettersTo(owner.user.email);
  expect(letter?.button?.url).toBe(address);
  for (const part of ["Olá, Zulmira!", fields.title, `${address}/calendario#temporadas`]) {
    expect(letter?.text).toContain(part);
  }
  const [share = ""] = letter?.links?.filter((link) => link.includes("wa.me")) ?? [];
  expect(letter?.text).toContain(share);
  expect(new URL(share).searchParams.get("text")).toBe(`${fields.title}: ${address}`);

  // A refused ad gets none, and an address that nobody confirmed no typed words.
  expect((await postForm(sharedSite(), "/posts/create", fields, owner.cookie)).status).toBe(302);
  expect(await lettersTo(owner.user.email)).toHaveLength(1);
  const unconfirmed = await signIn(sharedSite(), { displayName: "Zulmira" });
  await publish(unconfirmed);
  const [plain] = await lettersTo(unconfirmed.user.email);
  expect(plain?.subject).toBe("Seu anúncio está no ar");
  expect(decodeURIComponent(plain?.text ?? "")).not.toMatch(/Zulmira|Rancho/);
});

test("the dashboard keeps the next steps until they are done", async () => {
  const { db } = sharedSite();
  const { id, read } = await publishOwnAd(sharedSite(), { title: fields.title });
  const card = async () => cardIn.exec(await read("/dashboard"))?.[0];
  const done = async () => (await card())?.match(/: feito/g);
  expect(await card()).toContain("“Rancho do &lt;Zé&gt;” está no ar");
  expect(await card()).toContain(`href="/posts/${id}/calendario#temporadas"`);
  await db.insert(feeds).values({ postId: id, nome: "Airbnb", endereco: "https://a.example/x" });
  expect(await done()).toHaveLength(1);
  const season = { temporada: "Réveillon", de: "2026-12-28", ate: "2027-01-03", valorFds: "3200" };
  await db.insert(seasons).values({ postId: id, ...season });
  expect(await card()).toBeUndefined();
});

test("they go when put away, paused or old; nobody puts away another's", async () => {
  const { id, post, read, set } = await publishOwnAd(sharedSite());
  const stranger = await publishOwnAd(sharedSite());
  const hasCard = async () => cardIn.test(await read("/dashboard"));
  const intent = "dispensar-passos";
  expect((await stranger.post("/dashboard", { intent, id })).status).toBe(404);
  expect((await post("/dashboard", { intent, id: "x" })).status).toBe(404);
  expect(await hasCard()).toBe(true);

  await set({ pausedBy: "owner", pausedAt: new Date() });
  expect(await hasCard()).toBe(false);
  await set({ pausedBy: null, pausedAt: null, createdAt: new Date(Date.now() - 31 * 86_400_000) });
  expect(await hasCard()).toBe(false);
  await set({ createdAt: new Date() });
  expect(await hasCard()).toBe(true);
  expect((await post("/dashboard", { intent: "dispensar-passos", id })).status).toBe(302);
  expect(await hasCard()).toBe(false);
});
