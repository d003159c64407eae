import { and, eq, isNull } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
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
import { shareTestSite } from "../../../testing/site.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { listItems, listMembers, lists, listVotes } from "../../db/list-schema.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "100" });

const checkIn = addDays(today(), 30);

const people = ["visitor", "member of another list", "member", "creator"] as const;
type Person = (typeof people)[number];

let ids: readonly [string, string, string];
beforeAll(async () => {
  const site = sharedSite();
  ids = [(await publish(site)).id, (await publish(site)).id, (await publish(site)).id];
});

/** Opens a list with two of the ads, the first of which has the member's vote. */
async function openList() {
  const site = sharedSite();
  const [first, second] = ids;
  const creator = openListBrowser(site);
  const path = await shareList(creator, [first, second]);
  const member = openListBrowser(site);
  await join(member, path, "Ana");
  await vote(member, path, first, "quero");
  const stranger = openListBrowser(site);
  await join(stranger, await shareList(stranger, [first]), "Zeca");
  const persons: Record<Person, ListVisitor> = {
    visitor: openListBrowser(site),
    "member of another list": stranger,
    member,
    creator,
  };
  return { path, code: codeOf(path), persons };
}

async function rowsOf(code: string) {
  const { db } = sharedSite();
  const [row] = await db.select().from(lists).where(eq(lists.code, code));
  const items = await db
    .select()
    .from(listItems)
    .where(and(eq(listItems.listCode, code), isNull(listItems.removedAt)));
  const members = await db.select().from(listMembers).where(eq(listMembers.listCode, code));
  const votes = await db.select().from(listVotes).where(eq(listVotes.listCode, code));
  return {
    nome: row?.nome,
    entrada: row?.entrada,
    items: items.length,
    members: members.map(({ nome }) => nome).sort(),
    votes: votes.length,
  };
}

const untouched = {
  nome: "Nossa viagem",
  entrada: null,
  items: 2,
  members: ["Ana"],
  votes: 1,
};

/** Each form, who may send it, and the change it makes to the list. */
type Action = [
  allowed: readonly Person[],
  fields: () => Record<string, string>,
  changes: (person: Person) => object,
];

const members = ["creator", "member"] as const;
const dates = { entrada: checkIn, saida: addDays(checkIn, 2) };
const nothing = { nome: undefined, entrada: undefined };

const actions: Record<string, Action> = {
  join: [
    people,
    () => ({ intent: "entrar", nome: "Rita" }),
    (person) => ({ members: person === "member" ? ["Rita"] : ["Ana", "Rita"] }),
  ],
  vote: [
    ["member"],
    () => ({ intent: "votar", anuncio: ids[1], voto: "quero" }),
    () => ({ votes: 2 }),
  ],
  "add an ad": [people, () => ({ intent: "acrescentar", anuncio: ids[2] }), () => ({ items: 3 })],
  "remove an ad": [
    members,
    () => ({ intent: "tirar", anuncio: ids[0] }),
    () => ({ items: 1, votes: 0 }),
  ],
  "change the name and the dates": [
    members,
    () => ({ intent: "mudar", nome: "Carnaval", ...dates }),
    () => ({ nome: "Carnaval", entrada: checkIn }),
  ],
  leave: [
    people,
    () => ({ intent: "sair" }),
    (person) => (person === "member" ? { members: [], votes: 0 } : {}),
  ],
  delete: [
    ["creator"],
    () => ({ intent: "excluir", confirmado: "sim" }),
    () => ({ ...nothing, items: 0, members: [], votes: 0 }),
  ],
};

test.each(Object.keys(actions))("each person may or may not %s", async (name) => {
  const [allowed, fields, changes] = actions[name] as Action;
  for (const person of people) {
    const { path, code, persons } = await openList();
    expect(await rowsOf(code)).toEqual(untouched);
    const answer = await persons[person].post(path, fields());
    const mayDo = allowed.includes(person);
    expect(answer.status < 400 ? 200 : answer.status, person).toBe(mayDo ? 200 : 403);
    expect(await rowsOf(code), person).toEqual({ ...untouched, ...(mayDo && changes(person)) });
  }
});

test("each person sees only the buttons they may use", async () => {
  const { path, persons } = await openList();
  const shown = async (person: Person) => {
    const html = await htmlOf(await persons[person].get(path));
    const buttons = ["Entrar e votar", "Quero esta", "Tirar da lista", "Excluir de vez"];
    return buttons.filter((text) => html.includes(text)).join(", ");
  };
  for (const stranger of ["visitor", "member of another list"] as const) {
    expect(await shown(stranger)).toBe("Entrar e votar");
  }
  expect(await shown("member")).toBe("Quero esta, Tirar da lista");
  expect(await shown("creator")).toBe("Entrar e votar, Tirar da lista, Excluir de vez");
});

test("a forged cookie belongs to nobody, and forms from other sites are refused", async () => {
  const { path, code, persons } = await openList();
  const remove = (to: string, headers: Record<string, string>) =>
    sharedSite().app.request(to, {
      method: "POST",
      headers,
      body: new URLSearchParams({ intent: "excluir", confirmado: "sim" }),
    });
  const forged = ["", "x", "bnVsbA", btoa('"\0"'), btoa(JSON.stringify(["x".repeat(43), 7]))];
  for (const value of forged) {
    const Cookie = `mardeminas.lista=${encodeURIComponent(value)}`;
    expect((await remove(path, { Cookie })).status, value).toBe(403);
  }
  const foreign = { Cookie: persons.creator.cookie(), Origin: "https://evil.example" };
  for (const to of [path, "/lista/nova"]) expect((await remove(to, foreign)).status).toBe(403);
  expect(await rowsOf(code)).toEqual(untouched);
});
