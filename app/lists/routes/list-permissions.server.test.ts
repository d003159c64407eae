import { and, eq, isNull } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import {
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

/** Opens a list with two ads, the first of which has the member's vote; a third ad isn't in it. */
async function openList() {
  const site = sharedSite();
  const [first, second, third] = [await publish(site), await publish(site), await publish(site)];
  const creator = openListBrowser(site);
  const path = await shareList(creator, [first.id, second.id]);
  const member = openListBrowser(site);
  await join(member, path, "Ana");
  await vote(member, path, first.id, "quero");
  const stranger = openListBrowser(site);
  await join(stranger, await shareList(stranger, [first.id]), "Zeca");
  const persons: Record<Person, ListVisitor> = {
    visitor: openListBrowser(site),
    "member of another list": stranger,
    member,
    creator,
  };
  const code = path.slice("/lista/".length);
  return { path, code, persons, ids: [first.id, second.id, third.id] as const };
}

type Ids = Awaited<ReturnType<typeof openList>>["ids"];

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
    isClosed: row ? row.closedAt !== null : undefined,
    items: items.length,
    members: members.map(({ nome }) => nome).sort(),
    votes: votes.length,
  };
}

const untouched = {
  nome: "Nossa viagem",
  entrada: null,
  isClosed: false,
  items: 2,
  members: ["Ana"],
  votes: 1,
};

interface Action {
  name: string;
  fields: (ids: Ids) => Record<string, string>;
  allowed: readonly Person[];
  /** Fields that differ from an untouched list. */
  changes: (person: Person) => object;
}

const actions: Action[] = [
  {
    name: "join",
    fields: () => ({ intent: "entrar", nome: "Rita" }),
    allowed: people,
    changes: (person) => ({ members: person === "member" ? ["Rita"] : ["Ana", "Rita"] }),
  },
  {
    name: "vote",
    fields: ([, second]) => ({ intent: "votar", anuncio: second, voto: "quero" }),
    allowed: ["member"],
    changes: () => ({ votes: 2 }),
  },
  {
    name: "add an ad",
    fields: ([, , third]) => ({ intent: "acrescentar", anuncio: third }),
    allowed: people,
    changes: () => ({ items: 3 }),
  },
  {
    name: "remove an ad",
    fields: ([first]) => ({ intent: "tirar", anuncio: first }),
    allowed: ["creator", "member"],
    changes: () => ({ items: 1 }),
  },
  {
    name: "change the name",
    fields: () => ({ intent: "mudar", nome: "Carnaval" }),
    allowed: ["creator", "member"],
    changes: () => ({ nome: "Carnaval" }),
  },
  {
    name: "change the dates",
    fields: () => ({ intent: "mudar", entrada: checkIn, saida: addDays(checkIn, 2) }),
    allowed: ["creator", "member"],
    changes: () => ({ entrada: checkIn }),
  },
  {
    name: "leave",
    fields: () => ({ intent: "sair" }),
    allowed: people,
    changes: (person) => (person === "member" ? { members: [], votes: 0 } : {}),
  },
  {
    name: "close",
    fields: () => ({ intent: "encerrar" }),
    allowed: ["creator"],
    changes: () => ({ isClosed: true }),
  },
  {
    name: "reopen",
    fields: () => ({ intent: "reabrir" }),
    allowed: ["creator"],
    changes: () => ({}),
  },
  {
    name: "delete",
    fields: () => ({ intent: "excluir", confirmado: "sim" }),
    allowed: ["creator"],
    changes: () => ({
      ...{ nome: undefined, entrada: undefined, isClosed: undefined },
      ...{ items: 0, members: [], votes: 0 },
    }),
  },
];

describe.each(people)("a %s", (person) => {
  test.each(actions)("may or may not $name", async ({ fields, allowed, changes }) => {
    const { path, code, persons, ids } = await openList();
    expect(await rowsOf(code)).toEqual(untouched);
    const answer = await persons[person].post(path, fields(ids));
    const mayDo = allowed.includes(person);
    expect(answer.status).toBe(mayDo ? 302 : 403);
    expect(await rowsOf(code)).toEqual({ ...untouched, ...(mayDo && changes(person)) });
  });

  test.each(actions)(
    "on a closed list may or may not $name",
    async ({ name, fields, allowed, changes }) => {
      const { path, code, persons, ids } = await openList();
      await persons.creator.post(path, { intent: "encerrar" });
      const closed = { ...untouched, isClosed: true };
      const answer = await persons[person].post(path, fields(ids));
      const mayDo =
        allowed.includes(person) && ["leave", "close", "reopen", "delete"].includes(name);
      expect(answer.status).toBe(mayDo ? 302 : 403);
      if (!mayDo) {
        expect(await htmlOf(answer)).toMatch(
          /Quem criou a lista já a encerrou\.|Só quem criou a lista pode/,
        );
      }
      const expected = { ...closed, ...(mayDo && changes(person)) };
      expect(await rowsOf(code)).toEqual(name === "reopen" && mayDo ? untouched : expected);
    },
  );
});

test("each person sees only the buttons they may use", async () => {
  const { path, persons } = await openList();
  const see = async (person: Person) => htmlOf(await persons[person].get(path));
  const shown = async (person: Person) => {
    const html = await see(person);
    const buttons = ["Entrar e votar", "Quero esta", "Tirar da lista", "Salvar", "Sair da lista"];
    return [...buttons, "Encerrar lista", "Excluir de vez"].filter((text) => html.includes(text));
  };
  expect(await shown("visitor")).toEqual(["Entrar e votar"]);
  expect(await shown("member of another list")).toEqual(["Entrar e votar"]);
  expect(await shown("member")).toEqual([
    "Quero esta",
    "Tirar da lista",
    "Salvar",
    "Sair da lista",
  ]);
  expect(await shown("creator")).toEqual([
    "Entrar e votar",
    "Tirar da lista",
    "Salvar",
    "Encerrar lista",
    "Excluir de vez",
  ]);
  await persons.creator.post(path, { intent: "encerrar" });
  expect(await shown("visitor")).toEqual([]);
  expect(await shown("member")).toEqual(["Sair da lista"]);
  const html = await see("creator");
  expect(html).toContain("Lista encerrada.");
  expect(html).toContain("Reabrir lista");
});

test("a forged cookie belongs to nobody", async () => {
  const { path, code } = await openList();
  for (const value of [
    "",
    "x",
    "bnVsbA",
    btoa('"\0"'),
    btoa(JSON.stringify(["x".repeat(43), 7])),
  ]) {
    const answer = await sharedSite().app.request(path, {
      method: "POST",
      headers: { Cookie: `mardeminas.lista=${encodeURIComponent(value)}` },
      body: new URLSearchParams({ intent: "excluir", confirmado: "sim" }),
    });
    expect(answer.status, value).toBe(403);
  }
  expect(await rowsOf(code)).toEqual(untouched);
});

test("forms from other sites are refused", async () => {
  const { path, code, persons } = await openList();
  for (const to of [path, "/lista/nova"]) {
    const answer = await sharedSite().app.request(to, {
      method: "POST",
      headers: { Cookie: persons.creator.cookie(), Origin: "https://evil.example" },
      body: new URLSearchParams({ intent: "excluir", confirmado: "sim" }),
    });
    expect(answer.status).toBe(403);
  }
  expect(await rowsOf(code)).toEqual(untouched);
});
