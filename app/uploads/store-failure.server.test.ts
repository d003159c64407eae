import { expect, test, vi } from "vitest";
import { makeJpeg } from "../../testing/pictures.ts";
import { openTestSite, signIn, type TestSite } from "../../testing/site.ts";
import { beginUpload, sendPart } from "../../testing/upload.ts";
import { uploads } from "../db/schema.ts";

const jpeg = await makeJpeg(120, 90);
const down = new Error("armazenamento fora do ar");

function publish(site: TestSite, cookie: string) {
  const form = new FormData();
  const fields = {
    title: "Rancho",
    body: "Texto",
    valorFds: "900",
    telefone: "37900010264",
    whatsapp: "on",
  };
  for (const [name, value] of Object.entries({ ...fields, localizacao: "Turvo" })) {
    form.set(name, value);
  }
  form.append("images", new File([jpeg as BlobPart], "a.jpg", { type: "image/jpeg" }));
  return site.app.request("/posts/create", {
    method: "POST",
    body: form,
    headers: { Cookie: cookie },
  });
}

test("an upload waits while the store fails, and finishes afterwards", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const fail = vi.spyOn(site.photoStore.disk, "put").mockRejectedValue(down);

  const ask = (path: string, init: RequestInit) => site.app.request(path, init);
  const begun = await beginUpload(ask, cookie, { size: jpeg.length });
  const answer = await sendPart(ask, cookie, begun.headers.get("Location") ?? "", 0, jpeg);
  expect([answer.status, await answer.text()]).toEqual([503, "Erro ao fazer o upload da imagem"]);
  const [upload] = await site.db.select().from(uploads);
  const path = `/envios/${upload?.id}/situacao`;
  const still = await site.app.request(path, { headers: { Cookie: cookie } });
  expect([still.status, await still.text()]).toEqual([503, "Erro ao fazer o upload da imagem"]);
  expect(await site.rows()).toMatchObject({ photos: 0, uploads: 1 });

  fail.mockRestore();
  const ready = await site.app.request(path, { headers: { Cookie: cookie } });
  expect(await ready.json()).toMatchObject({ state: "ready", photo: { id: upload?.id } });
  expect(await site.rows()).toMatchObject({ photos: 1, uploads: 0 });
});

test("if the store fails, an upload in a single request leaves nothing behind", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  vi.spyOn(site.photoStore.disk, "put").mockRejectedValue(down);
  const ask = (path: string, init: RequestInit) => site.app.request(path, init);
  const answer = await beginUpload(ask, cookie, { size: jpeg.length, bytes: jpeg });
  expect([answer.status, await answer.text()]).toEqual([503, "Erro ao fazer o upload da imagem"]);
  expect(await site.rows()).toMatchObject({ photos: 0, uploads: 0 });
  expect(await site.files()).toEqual([]);
});

test("a form published without script while the store fails shows a sentence and leaves nothing behind", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const empty = await site.files();
  const fail = vi.spyOn(site.photoStore.disk, "put").mockRejectedValue(down);

  const answer = await publish(site, cookie);
  const html = await answer.text();
  expect(answer.status).toBe(503);
  expect(answer.headers.get("Retry-After")).toBe("5");
  expect(html.includes("Erro ao fazer o upload da imagem")).toBe(true);
  expect(html.includes('value="Rancho"')).toBe(true);
  expect(await site.rows()).toMatchObject({ posts: 0, photos: 0, uploads: 0 });
  expect(await site.files()).toEqual(empty);

  fail.mockRestore();
  expect((await publish(site, cookie)).status).toBe(302);
});
