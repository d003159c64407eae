import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import {
  join,
  type ListVisitor,
  openListBrowser,
  shareList,
} from "../../../testing/group-lists.ts";
import { shareTestSite } from "../../../testing/site.ts";
import { listVotes } from "../../db/list-schema.ts";

const sharedSite = shareTestSite();

async function openList() {
  const site = sharedSite();
  const { id } = await publish(site);
  const creator = openListBrowser(site);
  const path = await shareList(creator, [id]);
  await join(creator, path, "Ana");
  const count = () => site.db.$count(listVotes, eq(listVotes.postId, id));
  return { site, id, creator, path, count };
}

test("a member's script votes, and takes the vote back", async () => {
  const { id, creator, path, count } = await openList();
  const voted = await creator.post(`${path}/votos`, { [id]: "quero" });
  expect(voted.status).toBe(200);
  const { list } = await voted.json();
  expect(list.items).toMatchObject([{ postId: id, votes: [{ nome: "Ana", quer: true }] }]);
  expect(await count()).toBe(1);
  await creator.post(`${path}/votos`, { [id]: "nenhum" });
  expect(await count()).toBe(0);
});

test("a vote on an ad that left the list meanwhile doesn't keep the others from counting", async () => {
  const { id, creator, path, count } = await openList();
  const votes: [string, string][] = [
    [crypto.randomUUID(), "quero"],
    [id, "quero"],
  ];
  const answer = await creator.post(`${path}/votos`, votes);
  expect(answer.status).toBe(400);
  expect((await answer.json()).message).toBe("Alguém tirou esse anúncio da lista.");
  expect(await count()).toBe(1);
});

test.each([
  ["somebody who hasn't joined", 403, "Entre com o seu nome antes de votar."],
  ["a closed list", 403, "Quem criou a lista já a encerrou. Agora ela é só para leitura."],
  ["no such list", 404, "Esta lista não existe mais."],
  ["an ad that isn't in the list", 400, "Alguém tirou esse anúncio da lista."],
  ["no such vote", 400, "Esse voto não existe."],
  ["more votes than a list has ads", 400, "Esse voto não existe."],
])("a vote with %s is refused with %i and says why", async (what, status, message) => {
  const { site, id, creator, path, count } = await openList();
  const voter = what.startsWith("somebody") ? openListBrowser(site) : creator;
  if (what === "a closed list") await creator.post(path, { intent: "encerrar" });
  const to = what === "no such list" ? `/lista/${"x".repeat(22)}` : path;
  const postId = what.startsWith("an ad") ? crypto.randomUUID() : id;
  const votes: [string, string][] = what.startsWith("more")
    ? Array.from({ length: 31 }, () => [id, "quero"])
    : [[postId, what === "no such vote" ? "talvez" : "quero"]];
  const answer = await voter.post(`${to}/votos`, votes);
  expect(answer.status).toBe(status);
  expect((await answer.json()).message).toBe(message);
  expect(await count()).toBe(0);
});

test("a list left open reads the votes of others, and the viewer's own name", async () => {
  const { site, id, creator, path } = await openList();
  const guest = openListBrowser(site);
  await creator.post(`${path}/votos`, { [id]: "quero" });
  const read = async (reader: ListVisitor) => {
    const answer = await reader.get(`${path}/votos`);
    expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
    return (await answer.json()).list;
  };
  const votes = [{ nome: "Ana", quer: true }];
  expect(await read(guest)).toMatchObject({ items: [{ votes }], viewer: { nome: null } });
  expect(await read(creator)).toMatchObject({ items: [{ votes }], viewer: { nome: "Ana" } });
  const unknown = await guest.get(`/lista/${"x".repeat(22)}/votos`);
  expect(await unknown.json()).toEqual({ list: null });
});
