import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { publishOwn, send, soon } from "../../../../testing/feed-owner.ts";
import { shareTestSite } from "../../../../testing/site.ts";
import { formatCivilDate } from "../../../calendar/civil-date.ts";
import { stayNotes } from "../../../db/calendar-schema.ts";
import { posts } from "../../../db/schema.ts";

const sharedSite = shareTestSite();

async function openOwner() {
  const site = sharedSite();
  return { site, ...(await publishOwn(site)) };
}

type Owner = Awaited<ReturnType<typeof openOwner>>;

const fields = {
  intent: "anotacao",
  entrada: soon(10),
  saida: soon(12),
  hospede: "Ana Paula",
  sinal: "R$ 500",
  anotacao: "Chega tarde.\r\nTraz dois cachorros.",
};

function notesOf({ site, id }: Owner) {
  return site.db.select().from(stayNotes).where(eq(stayNotes.postId, id));
}

test("a note is kept with its stay, changed, shown to its owner alone, and deleted", async () => {
  const owner = await openOwner();
  const { site, id, cookie } = owner;
  expect((await send(owner, fields)).status).toBe(200);
  const [note] = await notesOf(owner);
  expect(note).toMatchObject({
    de: soon(10),
    ate: soon(12),
    hospede: "Ana Paula",
    sinal: "R$ 500",
    anotacao: "Chega tarde.\nTraz dois cachorros.",
  });
  const read = async (path: string, Cookie = cookie) =>
    (await site.app.request(path, { headers: { Cookie } })).text();
  expect(await read(`/posts/${id}/calendario`)).toContain("Ana Paula");
  for (const Cookie of [cookie, ""]) {
    expect(await read(`/posts/${id}`, Cookie)).not.toContain("Ana Paula");
  }
  const [post] = await site.db.select().from(posts).where(eq(posts.id, id));
  const exported = await read(`/calendarios/${post?.calendarToken}.ics`, "");
  expect(exported).toContain("BEGIN:VCALENDAR");
  expect(exported).not.toContain("Ana");

  await send(owner, { ...fields, id: note?.id ?? "", hospede: "Bia" });
  expect((await notesOf(owner)).map(({ hospede }) => hospede)).toEqual(["Bia"]);
  await send(owner, { intent: "excluir-anotacao", id: note?.id ?? "" });
  expect(await notesOf(owner)).toEqual([]);
});

test("a saved note says which of its nights are still free, and offers to mark just those", async () => {
  const owner = await openOwner();
  const textOf = async (answer: Response) => (await answer.text()).replaceAll("<!-- -->", "");
  const marking = (html: string) =>
    (html.match(/<button[^>]*name="marcar"[^>]*>/g) ?? [])
      .filter((button) => !button.includes("data-dia"))
      .map((button) => / value="([^"]*)"/.exec(button)?.[1])[0];
  await send(owner, { intent: "noites", marcar: soon(11) });
  const partly = await textOf(await send(owner, { ...fields, saida: soon(13) }));
  expect(partly).toContain("Ainda livres no calendário: ");
  expect(partly).toContain(`${formatCivilDate(soon(10))}, ${formatCivilDate(soon(12))}. Outro`);
  const nights = marking(partly);
  expect(nights).toBe(`${soon(10)},${soon(12)}`);
  await send(owner, { intent: "noites", marcar: nights ?? "" });
  const [note] = await notesOf(owner);
  const whole = await textOf(await send(owner, { ...fields, saida: soon(13), id: note?.id ?? "" }));
  expect(whole).toContain("Anotação salva.");
  expect(whole).not.toContain("no calendário:");
  expect(marking(whole)).toBeUndefined();

  const freed = await textOf(await send(owner, { intent: "noites", liberar: soon(12) }));
  expect(freed).toContain(`${formatCivilDate(soon(12))} liberado, dentro da anotação de Ana Paula`);
});

test("a note of past nights offers none to be marked", async () => {
  const owner = await openOwner();
  const html = await (await send(owner, { ...fields, entrada: soon(-3), saida: soon(0) })).text();
  expect(html).toContain("Anotação salva.");
  expect(html).not.toContain("no calendário:");
});

test.each<[name: string, wrong: Partial<typeof fields>, message: string]>([
  ["no words", { hospede: "", sinal: " ", anotacao: "" }, "Escreva o nome do hóspede"],
  ["no dates", { entrada: "" }, "Escolha o dia da entrada."],
  ["a day that doesn't exist", { saida: "2027-02-30" }, "Escolha o dia da saída."],
  ["a departure before the arrival", { saida: soon(9) }, "A saída precisa ser depois da entrada."],
  ["more than a year", { saida: soon(400) }, "até um ano"],
  ["a long name", { hospede: "a".repeat(81) }, "Use até 80 caracteres."],
  ["a character that can't be stored", { anotacao: "a\0b" }, "não dá para guardar"],
])("a note with %s is refused, and what was typed stays", async (_, wrong, message) => {
  const owner = await openOwner();
  const answer = await send(owner, { ...fields, ...wrong });
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain(message);
  expect(html).toContain(`value="${wrong.entrada ?? fields.entrada}"`);
  expect(await notesOf(owner)).toEqual([]);
});
