import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import {
  codeOf,
  htmlOf,
  join,
  type ListVisitor,
  openListBrowser,
  shareList,
  vote,
} from "../../../testing/group-lists.ts";
import { findOrdinaryStay } from "../../../testing/ordinary-stay.ts";
import { shareTestSite } from "../../../testing/site.ts";
import { listHolidays } from "../../calendar/holidays.ts";
import { writeStay } from "../../calendar/stays.ts";
import { listMembers, listVotes } from "../../db/list-schema.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "100" });

const joins = { intent: "entrar", nome: "Beto" };

/** Shares a list of a new ad; Ana, who made it, is its first member. */
async function openList(plan: Record<string, string> = {}, fields: object = {}) {
  const site = sharedSite();
  const { id } = await publish(site, fields);
  const ana = openListBrowser(site);
  const path = await shareList(ana, [id], plan);
  await join(ana, path, " Ana ");
  const guest = openListBrowser(site);
  const see = async (person: ListVisitor = guest) => htmlOf(await person.get(path));
  const votes = async () => {
    const rows = await site.db.select().from(listVotes).where(eq(listVotes.postId, id));
    return rows.map(({ quer }) => quer);
  };
  const members = async () => {
    const isListed = eq(listMembers.listCode, codeOf(path));
    const rows = await site.db.select().from(listMembers).where(isListed);
    return rows.map(({ nome }) => nome).sort();
  };
  return { site, id, path, ana, guest, see, votes, members };
}

test("a member votes, changes the vote and takes it back", async () => {
  const { id, path, ana, see, votes } = await openList();
  const pressed = /aria-pressed="true"[^>]*>(?:(?!<\/button>).)*Quero esta/;
  expect(await see(ana)).not.toMatch(pressed);
  for (const [voto, stored] of [
    ["quero", [true]],
    ["quero", [true]],
    ["nao-quero", [false]],
    ["nenhum", []],
    ["quero", [true]],
  ] as const) {
    expect((await vote(ana, path, id, voto)).status).toBe(200);
    expect(await votes()).toEqual(stored);
  }
  expect(await see(ana)).toMatch(pressed);
  const html = await see();
  expect(html).toMatch(/Ana<\/span><span[^>]*>: quer</);
});

test("what two want stands on top, with its price for each, unless a holiday has none", async () => {
  const carnaval = listHolidays(new Date(), 13).find(({ name }) => name === "Carnaval");
  if (!carnaval) throw new Error("there is a Carnaval every year");
  const prices = { valorFds: "1000", valorDiaria: "500" };
  for (const [stay, shown, hidden] of [
    [findOrdinaryStay(30, 2), /R\$\s[\d.]+ por pessoa[\s\S]*2 de 2<\/b>/, "sem preço de"],
    [carnaval, /2 de 2<\/b>/, "por pessoa"],
  ] as const) {
    const { id, path, ana, guest, see } = await openList(
      { ...writeStay(stay), pessoas: "4" },
      prices,
    );
    await join(guest, path, "Beto");
    await vote(ana, path, id, "quero");
    expect(await see()).not.toContain("O grupo prefere");
    await vote(guest, path, id, "quero");
    const html = await see();
    expect(html).toContain("O grupo prefere");
    expect(html).toMatch(shown);
    expect(html).not.toContain(hidden);
  }
});

test("a name that is taken is refused, ignoring case; renaming keeps the votes", async () => {
  const { id, path, ana, guest, votes, members } = await openList();
  await vote(ana, path, id, "quero");
  const refused = await join(guest, path, "ANA");
  expect(refused.status).toBe(400);
  const html = await htmlOf(refused);
  expect(html).toContain("Já tem alguém com esse nome aqui.");
  expect(html).toContain('value="ANA"');
  await join(ana, path, "Ana Maria");
  expect(await members()).toEqual(["Ana Maria"]);
  expect(await votes()).toEqual([true]);
});

test.each([
  ["joining a list", "list-join-list", 80, joins],
  ["editing a list", "list-edit-list", 200, { intent: "mudar", nome: "Beto" }],
  ["joining lists from an address", "list-join-address", 60, joins],
  ["creating lists from an address", "list-create-address", 30, { nome: "Beto" }],
])("%s is limited by the hour, and keeps what was typed", async (_, name, points, form) => {
  const { site, id, path, ana } = await openList();
  const isOfList = name.endsWith("list");
  const send = (address: string) =>
    site.app.request(
      name === "list-create-address" ? "/lista/nova" : path,
      {
        method: "POST",
        // Each who joins is another person.
        headers: form === joins ? {} : { Cookie: ana.cookie() },
        body: new URLSearchParams({
          ...form,
          nome: `Beto ${crypto.randomUUID().slice(0, 8)}`,
          anuncio: id,
        }),
      },
      { incoming: { socket: { remoteAddress: address } } },
    );
  const limiter = site.rateLimits({ name, points, duration: 3600 });
  // The site of this file allows a hundred times as many.
  await limiter.set(isOfList ? codeOf(path) : "198.51.100.1", points * 100 - 1, 3600);
  expect((await send("198.51.100.1")).status).toBe(302);
  const refused = await send(isOfList ? "198.51.100.2" : "198.51.100.1");
  expect(refused.status).toBe(429);
  if (name !== "list-create-address") {
    expect(await htmlOf(refused)).toMatch(/name="nome"[^>]*value="Beto /);
  }
  if (!isOfList) expect((await send("198.51.100.3")).status).toBe(302);
});

test.each([
  ["somebody who hasn't joined", 403, "Entre com o seu nome antes de votar."],
  ["no such list", 404, "Esta lista não existe mais"],
  ["no such vote", 400, "Esse voto não existe."],
  ["a house that was taken off", 400, "Alguém tirou esse anúncio da lista."],
])("a vote with %s is refused with %i and says why", async (what, status, message) => {
  const { id, path, ana, guest, votes } = await openList();
  const to = what === "no such list" ? `/lista/${"x".repeat(22)}` : path;
  const house = what.startsWith("a house") ? crypto.randomUUID() : id;
  const voto = what === "no such vote" ? "talvez" : "quero";
  const voter = what.startsWith("somebody") ? guest : ana;
  const answer = await voter.post(to, { intent: "votar", anuncio: house, voto });
  expect(answer.status).toBe(status);
  expect(await htmlOf(answer)).toContain(message);
  expect(await votes()).toEqual([]);
});
