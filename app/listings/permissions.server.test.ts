import { expect, test } from "vitest";
import { makeJpeg } from "../../testing/pictures.ts";
import { createWaitingPhoto, listingInput, shareTestSite, signIn } from "../../testing/site.ts";
import { createListing } from "./publishing.server.ts";

const sharedSite = shareTestSite();

const jpeg = await makeJpeg(120, 90);
const base64 = (text: string) => Buffer.from(text).toString("base64");

type Who = "visitor" | "owner" | "stranger";
const matrix: [what: string, answers: Record<Who, string>][] = [
  ["open the create form", { visitor: "302 /login", owner: "200", stranger: "200" }],
  ["publish", { visitor: "302 /login", owner: "302 /", stranger: "302 /" }],
  ["open the edit form", { visitor: "302 /login", owner: "200", stranger: "404" }],
  ["save an edit", { visitor: "302 /login", owner: "302 /", stranger: "404" }],
  ["delete", { visitor: "302 /login", owner: "200", stranger: "404" }],
  ["begin an upload", { visitor: "401", owner: "201", stranger: "201" }],
  ["resume an upload", { visitor: "401", owner: "204", stranger: "403" }],
  ["delete an upload", { visitor: "401", owner: "204", stranger: "403" }],
  ["publish with the owner's photo", { visitor: "302 /login", owner: "302 /", stranger: "400" }],
];
const cases = matrix.flatMap(([what, answers]) =>
  (Object.keys(answers) as Who[]).map((who) => ({ what, who, expected: answers[who] })),
);

test.each(cases)("$who may $what: $expected", async ({ what, who, expected }) => {
  const site = sharedSite();
  const owner = await signIn(site, { postsPermitidos: 5 });
  const stranger = await signIn(site, { postsPermitidos: 5 });
  const cookie = { visitor: "", owner: owner.cookie, stranger: stranger.cookie }[who];
  const photo = await createWaitingPhoto(site, owner.user.uid);
  const published = await createListing(site.db, owner.user.uid, listingInput(), [photo]);
  if (!published.ok) throw new Error(published.message);
  const waiting = await createWaitingPhoto(site, owner.user.uid);
  const ask = (path: string, init: RequestInit = {}) =>
    site.app.request(path, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), Cookie: cookie },
    });
  const tus = (path: string, cookieOf: string, init: RequestInit) =>
    site.app.request(path, {
      ...init,
      headers: {
        "Tus-Resumable": "1.0.0",
        ...(init.headers as Record<string, string>),
        Cookie: cookieOf,
      },
    });
  const begin = (cookieOf: string) =>
    tus("/envios", cookieOf, {
      method: "POST",
      headers: {
        "Upload-Length": "1000",
        "Upload-Metadata": `filename ${base64("a.jpg")},filetype ${base64("image/jpeg")},draft ${base64(crypto.randomUUID())}`,
      },
    });
  const form = (photoIds: string[], files: Buffer[]) => {
    const data = new FormData();
    const fields = {
      title: "Outro título",
      body: "Texto",
      valorFds: "100",
      telefone: "37900010264",
      whatsapp: "on",
      localizacao: "Turvo",
      versao: "1",
    };
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    for (const id of photoIds) data.append("foto", id);
    for (const bytes of files) {
      data.append("images", new File([bytes as BlobPart], "a.jpg", { type: "image/jpeg" }));
    }
    return data;
  };
  const upload = (await begin(owner.cookie)).headers.get("Location") ?? "";
  const before = await site.rows();

  const requests: Record<string, () => Response | Promise<Response>> = {
    "open the create form": () => ask("/posts/create"),
    publish: () => ask("/posts/create", { method: "POST", body: form([], [jpeg]) }),
    "open the edit form": () => ask(`/posts/edit/${published.id}`),
    "save an edit": () =>
      ask(`/posts/edit/${published.id}`, { method: "POST", body: form([photo], []) }),
    delete: () =>
      ask("/dashboard", {
        method: "POST",
        body: new URLSearchParams({ intent: "excluir", id: published.id, confirmado: "sim" }),
      }),
    "begin an upload": () => begin(cookie),
    "resume an upload": () =>
      tus(upload, cookie, {
        method: "PATCH",
        headers: { "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream" },
        body: new Uint8Array(10),
      }),
    "delete an upload": () => tus(upload, cookie, { method: "DELETE" }),
    "publish with the owner's photo": () =>
      ask("/posts/create", { method: "POST", body: form([waiting], []) }),
  };
  const answer = await requests[what]?.();

  const location = answer?.headers.get("Location");
  const told = answer?.status === 302 ? `302 ${location}` : String(answer?.status);
  expect(told).toBe(expected);
  const allowed = /^20[014]$|^302 \/$/.test(expected);
  if (!allowed) expect(await site.rows()).toEqual(before);
  if (expected === "404" && what.includes("edit")) {
    expect(await answer?.text()).toContain("Erro ao carregar o post!");
  }
});

test.each(["missing", "malformed"])(
  "the edit form of a %s ad responds like that of another advertiser's",
  async (kind) => {
    const site = sharedSite();
    const { cookie } = await signIn(site);
    const id = kind === "missing" ? crypto.randomUUID() : "x'; drop table posts";
    const answer = await site.app.request(`/posts/edit/${encodeURIComponent(id)}`, {
      headers: { Cookie: cookie },
    });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("Erro ao carregar o post!");
  },
);
