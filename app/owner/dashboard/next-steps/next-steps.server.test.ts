import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { letters, postForm } from "../../../../testing/account-pages.ts";
import {
  createWaitingPhoto,
  openTestSite,
  signIn,
  type TestSite,
} from "../../../../testing/site.ts";
import { feeds, seasons } from "../../../db/calendar-schema.ts";
import { posts, users } from "../../../db/schema.ts";

const fields = {
  title: "Rancho do <Zé>",
  body: "Texto",
  valorFds: "2400",
  telefone: "37900010264",
  whatsapp: "on",
  localizacao: "Turvo",
};

async function publish(site: TestSite, { cookie, user }: Awaited<ReturnType<typeof signIn>>) {
  const foto = await createWaitingPhoto(site, user.uid);
  const answer = await postForm(site, "/posts/create", { ...fields, foto }, cookie);
  expect(answer.headers.get("Location")).toBe("/");
  const [post] = await site.db.select().from(posts).where(eq(posts.uid, user.uid));
  return post?.id ?? "";
}

async function dashboard(site: TestSite, cookie: string): Promise<string> {
  const answer = await site.app.request("/dashboard", { headers: { Cookie: cookie } });
  return (await answer.text()).replaceAll("<!-- -->", "");
}

function cardOf(html: string): string | undefined {
  return /<section[^>]*aria-labelledby="proximos-passos".*?<\/section>/s.exec(html)?.[0];
}

test("publishing queues a letter with the ad's address, its calendar and a link to share it", async () => {
  const site = await openTestSite({ SITE_URL: "https://mardeminas.example" });
  const owner = await signIn(site, { displayName: "Zulmira" });
  await site.db.update(users).set({ emailVerified: true }).where(eq(users.id, owner.user.uid));
  const id = await publish(site, owner);
  const [letter] = await letters(site);
  expect(letter).toMatchObject({ to: owner.user.email, subject: "Seu anúncio está no ar" });
  expect(letter?.button).toEqual({
    label: "Ver o anúncio",
    url: `https://mardeminas.example/posts/${id}`,
  });
  expect(letter?.text).toContain("Olá, Zulmira!");
  expect(letter?.text).toContain(fields.title);
  expect(letter?.text).toContain(`https://mardeminas.example/posts/${id}/calendario#temporadas`);
  const [share = ""] = /https:\/\/wa\.me\/\S+/.exec(letter?.text ?? "") ?? [];
  expect(letter?.links).toContain(share);
  expect(new URL(share).searchParams.get("text")).toBe(
    `${fields.title}: https://mardeminas.example/posts/${id}`,
  );
});

test("an address that nobody confirmed gets that letter without typed words; a refused ad, none", async () => {
  const site = await openTestSite();
  const owner = await signIn(site, { displayName: "Zulmira" });
  await publish(site, owner);
  const [letter] = await letters(site);
  expect(letter?.subject).toBe("Seu anúncio está no ar");
  expect(letter?.text).not.toMatch(/Zulmira|Rancho/);
  expect(decodeURIComponent(letter?.text ?? "")).not.toContain("Rancho");
  const foto = await createWaitingPhoto(site, owner.user.uid);
  const refused = await postForm(site, "/posts/create", { ...fields, foto }, owner.cookie);
  expect(refused.status).toBe(302);
  expect(await letters(site)).toHaveLength(1);
});

test("the dashboard keeps the next steps until each is done", async () => {
  const site = await openTestSite();
  const owner = await signIn(site);
  const id = await publish(site, owner);
  const card = async () => cardOf(await dashboard(site, owner.cookie));
  expect(await card()).toContain("“Rancho do &lt;Zé&gt;” está no ar");
  expect(await card()).toContain(`href="/posts/${id}/calendario#temporadas"`);
  expect(await card()).toMatch(/href="https:\/\/wa\.me\/\?text=/);

  const shared = { intent: "compartilhado", id };
  expect((await postForm(site, "/dashboard", shared, owner.cookie)).status).toBe(200);
  expect(await card()).toContain("Feito: 1 de 3.");
  await site.db
    .insert(feeds)
    .values({ postId: id, nome: "Airbnb", endereco: "https://a.example/x" });
  expect(await card()).toContain("Feito: 2 de 3.");
  const season = { temporada: "Réveillon", de: "2026-12-28", ate: "2027-01-03", valorFds: "3200" };
  await site.db.insert(seasons).values({ postId: id, ...season });
  expect(await card()).toBeUndefined();
});

test("they go when put away, paused or old; nobody puts away another's", async () => {
  const site = await openTestSite();
  const owner = await signIn(site);
  const stranger = await signIn(site);
  const id = await publish(site, owner);
  const card = async () => cardOf(await dashboard(site, owner.cookie));
  for (const intent of ["dispensar-passos", "compartilhado"]) {
    const answer = await postForm(site, "/dashboard", { intent, id }, stranger.cookie);
    expect(answer.status).toBe(404);
    expect((await postForm(site, "/dashboard", { intent, id: "x" }, owner.cookie)).status).toBe(
      404,
    );
  }
  expect(await card()).toContain("Três passos");

  await postForm(site, "/dashboard", { intent: "pausar", id }, owner.cookie);
  expect(await card()).toBeUndefined();
  await postForm(site, "/dashboard", { intent: "mostrar", id }, owner.cookie);
  await site.db.update(posts).set({ createdAt: sql`now() - interval '31 days'` });
  expect(await card()).toBeUndefined();
  await site.db.update(posts).set({ createdAt: sql`now()` });
  expect(await card()).toBeDefined();
  const closed = await postForm(
    site,
    "/dashboard",
    { intent: "dispensar-passos", id },
    owner.cookie,
  );
  expect(closed.status).toBe(200);
  expect(await card()).toBeUndefined();
});

test("who paused an ad, why, and what to do stands above the list", async () => {
  const site = await openTestSite();
  const owner = await signIn(site);
  const id = await publish(site, owner);
  const reasons = async () => {
    const html = await dashboard(site, owner.cookie);
    const found = /<section[^>]*aria-label="Anúncios em pausa".*?<\/section>/s.exec(html)?.[0];
    if (found) expect(html.indexOf(found)).toBeLessThan(html.indexOf("data-visitas"));
    return found;
  };
  expect(await reasons()).toBeUndefined();
  await postForm(site, "/dashboard", { intent: "pausar", id }, owner.cookie);
  expect(await reasons()).toContain("Você pausou, e visitantes não o veem.");
  const byOperator = { pausedBy: "operator" as const, pauseReason: "As fotos são de outra casa" };
  await site.db.update(posts).set(byOperator).where(eq(posts.id, id));
  expect(await reasons()).toContain("Motivo: As fotos são de outra casa.");
  expect(await reasons()).toContain(`href="/contato?anuncio=${id}"`);
  await site.db.update(posts).set({ pausedBy: "plan", pauseReason: null });
  expect(await reasons()).toContain("O plano terminou e o anúncio saiu do ar.");
  // How to renew stands below, in the plan's card.
  expect(await reasons()).not.toContain("<a ");
});
