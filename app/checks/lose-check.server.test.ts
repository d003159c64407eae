import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { publishChecked, readCheck } from "../../testing/checks.ts";
import { makeJpeg } from "../../testing/pictures.ts";
import { shareTestSite } from "../../testing/site.ts";
import { photos, posts, users } from "../db/schema.ts";

const sharedSite = shareTestSite();

const typed = {
  title: "Rancho da Enseada",
  body: "O gramado termina onde a água começa, devagar.",
  valorFds: "2.400",
  telefone: "(37) 90001-0265",
  localizacao: "Escarpas do Lago",
  enderecoCompleto: "Rua do Píer, 12",
  mapa: "-20.6147, -46.0497",
  nomePix: "Maria A. Leite",
  versao: "1",
};

async function open() {
  const site = sharedSite();
  const ad = await publishChecked(site);
  const send = (path: string, form: FormData | URLSearchParams) =>
    site.app.request(path, { method: "POST", body: form, headers: { Cookie: ad.cookie } });
  return {
    ...ad,
    site,
    save(fields: Record<string, string>, images: Uint8Array<ArrayBuffer>[] = []) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...typed, ...fields })) form.append(name, value);
      for (const id of ad.photoIds) form.append("foto", id);
      for (const bytes of images) form.append("images", new File([bytes], "casa.jpg"));
      return send(`/posts/edit/${ad.id}`, form);
    },
    rename: (fields: Record<string, string>) =>
      send("/minha-conta", new URLSearchParams({ intent: "name", ...fields })),
    stored: async () => (await site.db.select().from(posts).where(eq(posts.id, ad.id)))[0],
  };
}

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ");

const loseButton = /<button[^>]*name="perdeMarca"[^>]*>Salvar e perder a marca</;

test("without script, a save that ends the check is refused, keeps everything, and is accepted with the other button", async () => {
  const { save, site, id, uid, stored } = await open();
  const before = await stored();
  const refused = await save({}, [new Uint8Array(await makeJpeg(60, 40))]);
  expect(refused.status).toBe(409);
  const html = await refused.text();
  expect(textOf(html)).toContain(
    "Se salvar assim, o anúncio perde a marca “Conferido”, porque muda o telefone. Depois, é só pedir outra conferência. Veja: Telefone .",
  );
  expect(html).toContain('<a href="#telefone"');
  expect(html).toMatch(loseButton);
  expect(html).toContain('value="(37) 90001-0265"');
  expect(html).toContain("O gramado termina onde a água começa, devagar.");
  // Enter in a field presses the first submit button, which must not accept the loss.
  expect(/<button type="submit" form="anuncio"[^>]*>/.exec(html)?.[0]).not.toContain("perdeMarca");
  expect(await stored()).toEqual(before);

  const waiting = (await site.db.select().from(photos).where(eq(photos.uid, uid))).find(
    ({ postId }) => postId === null,
  );
  expect(html).toContain(`value="${waiting?.id}"`);

  const saved = await save({ perdeMarca: "sim", foto: waiting?.id ?? "" });
  expect([saved.status, saved.headers.get("Location")]).toEqual([302, "/"]);
  expect(await stored()).toMatchObject({ telefone: "37900010265", checkedAt: null });
  expect(await site.db.$count(photos, eq(photos.postId, id))).toBe(5);
});

test("a form that is both outdated and ends the check is asked about one after the other", async () => {
  const { save, site, id, stored } = await open();
  await site.db.update(posts).set({ version: 2 }).where(eq(posts.id, id));
  const outdated = await save({});
  expect(outdated.status).toBe(400);
  const ending = await save({ mesmoAssim: "2" });
  expect(ending.status).toBe(409);
  const html = await ending.text();
  expect(html).toContain('name="versao" value="2"');
  expect(html).toMatch(loseButton);
  expect((await save({ versao: "2", perdeMarca: "sim" })).status).toBe(302);
  expect((await stored())?.telefone).toBe("37900010265");
});

test("without script, a new name on /minha-conta asks the same", async () => {
  const { rename, site, id, uid } = await open();
  const refused = await rename({ displayName: "João Souza" });
  expect(refused.status).toBe(409);
  const html = await refused.text();
  expect(textOf(html)).toContain(
    "Se salvar assim, “Rancho da Enseada” perde a marca “Conferido”, porque muda o nome de quem anuncia. Depois, é só pedir outra conferência.",
  );
  expect(html).toMatch(loseButton);
  expect(html).toContain('value="João Souza"');
  expect(html.indexOf("Salvar nome")).toBeLessThan(html.indexOf("perdeMarca"));
  const name = async () =>
    (await site.db.select().from(users).where(eq(users.id, uid)))[0]?.displayName;
  expect(await name()).toBe("Maria Aparecida Leite");

  expect((await rename({ displayName: "João Souza", perdeMarca: "sim" })).status).toBe(302);
  expect(await name()).toBe("João Souza");
  expect((await readCheck(site, id)).checkedAt).toBeNull();
});
