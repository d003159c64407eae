import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cookiesOf, flashOf } from "../../../testing/cookies.ts";
import { makeHeic, makeJpeg } from "../../../testing/pictures.ts";
import { openTestSite, shareTestSite, signIn, type TestSite } from "../../../testing/site.ts";
import { photos, posts, users } from "../../db/schema.ts";
import { heicMessage } from "../../photos/photo-limits.ts";
import { listPhotos } from "../../photos/photos.server.ts";

const sharedSite = shareTestSite();

const jpeg = await makeJpeg(320, 240);

const fields = {
  title: "Rancho Beira d’Água",
  body: "O gramado termina onde a água começa.",
  valorFds: "2.400",
  telefone: "(37) 90001-0264",
  whatsapp: "on",
  localizacao: "Escarpas do Lago",
};

/** Sends fields and files in one request, as browsers do if there is no script. */
function publish(
  site: TestSite,
  cookie: string,
  overrides: Record<string, string | string[]> = {},
  files: (Buffer | string)[] = [jpeg],
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...overrides })) {
    for (const one of [value].flat()) form.append(name, one);
  }
  for (const [n, bytes] of files.entries()) {
    form.append("images", new File([bytes as BlobPart], `foto-${n}.jpg`, { type: "image/jpeg" }));
  }
  return site.app.request("/posts/create", {
    method: "POST",
    body: form,
    headers: { Cookie: cookie },
  });
}

test("without script, one request with fields and files publishes the ad", async () => {
  const site = await openTestSite();
  const { cookie, user } = await signIn(site);

  const answer = await publish(
    site,
    cookie,
    { lazer: ["Piscina", "Sauna"], whatsapp: "on", datasIndisponiveis: "24/12/2026,,25/12/2026" },
    [jpeg, jpeg],
  );

  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  const [post] = await site.db.select().from(posts);
  expect(post).toMatchObject({
    uid: user.uid,
    title: fields.title,
    valorFds: "2400",
    valorDiaria: null,
    telefone: "37900010264",
    whatsapp: true,
    lazer: ["Piscina", "Sauna"],
    createdBy: "Maria Aparecida Leite",
  });
  expect((await listPhotos(site.db, [post?.id ?? ""])).get(post?.id ?? "")).toHaveLength(2);
  expect((await site.rows()).unavailableDays).toBe(2);
});

const truncated = jpeg.subarray(0, Math.floor(jpeg.length / 2));
test.each([
  ["a form without photos", {}, [], "Por favor, selecione ao menos uma imagem."],
  [
    "a form without photos and title",
    { title: " " },
    [],
    "Por favor, selecione ao menos uma imagem.",
  ],
  ["an empty title", { title: "  " }, [jpeg], "Por favor, preencha todos os campos!"],
  ["an empty weekend price", { valorFds: "" }, [jpeg], "Por favor, preencha todos os campos!"],
  ["an empty description", { body: "" }, [jpeg], "Por favor, preencha todos os campos!"],
  ["an empty phone number", { telefone: "" }, [jpeg], "Por favor, preencha todos os campos!"],
  ["an empty location", { localizacao: "" }, [jpeg], "Por favor, preencha todos os campos!"],
  ["a price that isn't an amount", { valorFds: "barato" }, [jpeg], "Escreva o valor em reais"],
  ["a weekend for nothing", { valorFds: "0" }, [jpeg], "Escreva um valor maior que zero."],
  ["a night for nothing", { valorDiaria: "0,00" }, [jpeg], "maior que zero, ou deixe em branco"],
  [
    "a house for nobody",
    { quantidadeMaximaPessoas: "0" },
    [jpeg],
    "de 1 a 999, ou deixe em branco",
  ],
  ["an impossible date", { datasIndisponiveis: "31/02/2026" }, [jpeg], "31/02/2026"],
  ["a text file as a photo", {}, ["não sou uma foto"], "não é uma imagem"],
  ["a truncated photo", {}, [jpeg, truncated], "incompleta ou danificada"],
  ["a photo in HEIC", {}, [jpeg, await makeHeic(40, 30)], heicMessage],
  [
    "twelve photos",
    {},
    Array(12).fill(jpeg),
    "Cada anúncio leva até 10 fotos. Ficaram de fora: foto-10.jpg e foto-11.jpg.",
  ],
])("refuses %s with 400, keeps what was typed and publishes nothing", async (...row) => {
  const [, overrides, files, sentence] = row;
  const site = sharedSite();
  const { cookie } = await signIn(site);

  const answer = await publish(site, cookie, overrides, files);

  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain(sentence);
  expect(html).toContain("title" in overrides ? fields.body : fields.title);
  expect(await site.rows()).toMatchObject({ posts: 0, unavailableDays: 0, uploads: 0 });
  const [user] = await site.db.select().from(users);
  expect(user?.postsCriados).toBe(0);
});

test("without script, more suites than rooms are confirmed with a checkbox, once", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const rooms = { QuantidadeTotalQuartos: "2", QuantidadeTotalQuartosSuites: "3" };
  const checkbox = /<input[^>]*name="maisSuites"[^>]*>/;

  const asked = await publish(site, cookie, rooms);
  expect(asked.status).toBe(400);
  const html = await asked.text();
  expect(html).toContain("São 3 suítes com 2 quartos?");
  expect(checkbox.exec(html)?.[0]).not.toContain("checked");
  expect((await site.rows()).posts).toBe(0);

  expect((await publish(site, cookie, { ...rooms, maisSuites: "on" })).status).toBe(302);
  const [post] = await site.db.select().from(posts);
  expect(post).toMatchObject({ QuantidadeTotalQuartos: 2, QuantidadeTotalQuartosSuites: 3 });

  const opened = await site.app.request(`/posts/edit/${post?.id}`, { headers: { Cookie: cookie } });
  expect(checkbox.exec(await opened.text())?.[0]).toContain("checked");
});

test("without script, publishing a mobile number without WhatsApp is asked about, once", async () => {
  const site = await openTestSite();
  const { cookie, user } = await signIn(site, { postsPermitidos: 3 });
  const off = { whatsapp: "" };
  const answer = /<input[^>]*name="semWhatsapp"[^>]*>/;

  const asked = await publish(site, cookie, off);
  expect(asked.status).toBe(400);
  const html = await asked.text();
  expect(html).toContain("Publicar sem WhatsApp?");
  expect(answer.exec(html)?.[0]).not.toContain("checked");
  expect((await site.rows()).posts).toBe(0);

  expect((await publish(site, cookie, { ...off, semWhatsapp: "on" })).status).toBe(302);
  expect((await publish(site, cookie, { ...off, telefone: "3733710264" })).status).toBe(302);
  const [first] = await site.db.select().from(posts).where(eq(posts.telefone, "37900010264"));
  expect(first).toMatchObject({ uid: user.uid, whatsapp: false });

  // An edit isn't asked, whatever it changes.
  const edit = new FormData();
  const [photo] = await site.db
    .select()
    .from(photos)
    .where(eq(photos.postId, first?.id ?? ""));
  const entries = {
    ...fields,
    ...off,
    telefone: "37900010265",
    foto: photo?.id ?? "",
    versao: "1",
  };
  for (const [name, value] of Object.entries(entries)) edit.set(name, value);
  const edited = await site.app.request(`/posts/edit/${first?.id}`, {
    method: "POST",
    body: edit,
    headers: { Cookie: cookie },
  });
  expect(edited.status).toBe(302);
});

test("a second ad's form starts with the contact of the latest, and nothing else of it", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site, { postsPermitidos: 9 });
  const other = await signIn(site);
  const open = async (as: string) => {
    const opened = await site.app.request("/posts/create", { headers: { Cookie: as } });
    const html = await opened.text();
    const control = (name: string) =>
      new RegExp(`<(?:input|textarea)[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? "";
    const value = (name: string) => /value="([^"]*)"/.exec(control(name))?.[1] ?? "";
    const contact = ["telefone", "telefone2", "nomeContato", "title"].map(value);
    return [...contact, control("whatsapp").includes("checked")];
  };
  expect(await open(cookie)).toEqual(["", "", "", "", false]);

  await publish(site, cookie, { telefone: "3733710264", whatsapp: "", nomeContato: "Ana" });
  expect(await open(cookie)).toEqual(["(37) 3371-0264", "", "Ana", "", false]);
  await publish(site, cookie, { nomeContato: "José", telefone2: "3733710264" });
  const latest = ["(37) 90001-0264", "(37) 3371-0264", "José", "", true];
  expect(await open(cookie)).toEqual(latest);
  expect(await open(other.cookie)).toEqual(["", "", "", "", false]);
});

test("the same number twice is refused beside the second", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const answer = await publish(site, cookie, { telefone2: "+55 37 90001-0264" });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("É o mesmo número de cima.");
  expect((await site.rows()).posts).toBe(0);
});

test("without script, a position outside the region is confirmed with a checkbox", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const mapa = "-23.55, -46.63";
  const checkbox = /<input[^>]*name="mapaFora"[^>]*>/;
  const opened = await site.app.request("/posts/create", { headers: { Cookie: cookie } });
  expect(await opened.text()).not.toMatch(checkbox);

  const asked = await publish(site, cookie, { mapa });
  expect(asked.status).toBe(400);
  const html = await asked.text();
  expect(html).toContain("Este ponto fica fora da região");
  expect(html).toContain(`value="${mapa}"`);
  expect(checkbox.exec(html)?.[0]).not.toContain("checked");
  expect((await site.rows()).posts).toBe(0);

  const confirmed = await publish(site, cookie, { mapa, mapaFora: "on" });
  expect(confirmed.status).toBe(302);
  const [post] = await site.db.select().from(posts);
  expect(post).toMatchObject({ latitude: -23.55, longitude: -46.63, mapaExato: false });

  const form = await site.app.request(`/posts/edit/${post?.id}`, { headers: { Cookie: cookie } });
  expect(checkbox.exec(await form.text())?.[0]).toContain("checked");
});

test("if one photo is refused, none of them are kept", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const [rows, files] = [await site.rows(), await site.files()];
  expect((await publish(site, cookie, {}, [jpeg, truncated])).status).toBe(400);
  expect((await publish(site, cookie, {}, Array(11).fill(jpeg))).status).toBe(400);
  expect(await site.rows()).toEqual(rows);
  expect(await site.files()).toEqual(files);
});

test("at the plan's limit, opening the form and publishing redirect home with the message", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site, { postsCriados: 1 });
  const opened = await site.app.request("/posts/create", { headers: { Cookie: cookie } });
  const published = await publish(site, cookie);
  for (const answer of [opened, published]) {
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
    expect((await flashOf(answer))?.text).toContain(
      "Você atingiu o limite de anúncio para o seu plano: basico.",
    );
    const cookies = `${cookie}; ${cookiesOf(answer)}`;
    const home = await site.app.request("/", { headers: { Cookie: cookies } });
    const note = /<div[^>]*data-flash[\s\S]*?<\/div>/.exec(await home.text())?.[0];
    expect(note).toContain("Você atingiu o limite de anúncio para o seu plano: basico.");
    expect(note).toContain('href="/plans"');
    expect(note).toContain('href="/dashboard"');
    expect((await flashOf(answer))?.more).toMatch(
      /^Para publicar outro, .* Mais de dois anúncios\? Fale com a gente\. O preço combinamos com você\.$/,
    );
  }
  const kept = await publish(site, cookie, { guardado: "sim" });
  expect((await flashOf(kept))?.more).toContain("ficou guardado neste aparelho");
  expect((await site.rows()).posts).toBe(0);
});

test("without an active plan, opening the form redirects to /contato", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site, { plano: "nenhum", postsPermitidos: 0 });
  const opened = await site.app.request("/posts/create", { headers: { Cookie: cookie } });
  expect(opened.headers.get("Location")).toBe("/contato");
  expect((await flashOf(opened))?.text).toContain("Você não possui um plano ativo.");
});

test("a published photo is no longer an upload, and only its owner can see its result", async () => {
  const site = await openTestSite();
  const owner = await signIn(site);
  const stranger = await signIn(site);
  expect((await publish(site, owner.cookie)).status).toBe(302);
  const [photo] = await site.db.select({ id: photos.id }).from(photos);
  const ask = async ({ cookie }: { cookie: string }) => {
    const path = `/envios/${photo?.id}/situacao`;
    return (await site.app.request(path, { headers: { Cookie: cookie } })).status;
  };
  expect([await ask(owner), await ask(stranger)]).toEqual([410, 404]);
});

test("after publishing, the home page leads to the ad and to sharing it", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const answer = await publish(site, cookie);
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  const [post] = await site.db.select().from(posts);
  const cookies = `${cookie}; ${cookiesOf(answer)}`;
  const home = await site.app.request("/", { headers: { Cookie: cookies } });
  const note = /<div[^>]*data-flash[\s\S]*?<\/div>/.exec(await home.text())?.[0];
  expect(note).toContain(`href="/posts/${post?.id}"`);
  const shared = /href="https:\/\/wa\.me\/\?text=([^"]*)"/.exec(note ?? "")?.[1] ?? "";
  expect(decodeURIComponent(shared)).toBe(`${fields.title}: http://localhost/posts/${post?.id}`);
});

test("saving a form names its draft, which the browser then deletes", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const rascunho = randomUUID();
  const answer = await publish(site, cookie, { rascunho });
  expect(await flashOf(answer)).toMatchObject({ endedDraft: rascunho });
  const refused = await publish(site, cookie, { rascunho });
  expect(await flashOf(refused)).not.toHaveProperty("endedDraft");
});

test.each([
  ["2.400", "2400"],
  ["2400", "2400"],
  ["2.400,50", "2400.50"],
  ["500,00", "500"],
  ["500,", "500"],
])("the price %s, masked or not, is stored as %s", async (written, stored) => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  expect((await publish(site, cookie, { valorFds: written, valorDiaria: written })).status).toBe(
    302,
  );
  const [post] = await site.db.select().from(posts);
  expect([post?.valorFds, post?.valorDiaria]).toEqual([stored, stored]);
});
