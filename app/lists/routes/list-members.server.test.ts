import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import {
  codeOf,
  findList,
  htmlOf,
  join,
  openListBrowser,
  shareList,
  vote,
} from "../../../testing/group-lists.ts";
import { findOrdinaryStay } from "../../../testing/ordinary-stay.ts";
import { openTestSite, shareTestSite } from "../../../testing/site.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { listHolidays } from "../../calendar/holidays.ts";
import { formatStay, writeStay } from "../../calendar/stays.ts";
import { listMembers, listVotes } from "../../db/list-schema.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "100" });

const checkIn = addDays(today(), 30);
const dates = { entrada: checkIn, saida: addDays(checkIn, 2) };
const written = ({ entrada, saida }: typeof dates) =>
  formatStay({ checkIn: entrada, checkOut: saida }, today());

describe("voting", () => {
  test("needs a name, and shows who wants which ad", async () => {
    const site = sharedSite();
    const { id } = await publish(site, { title: "Rancho do Píer" });
    const path = await shareList(openListBrowser(site), [id]);
    const livia = openListBrowser(site);
    expect(await htmlOf(await livia.get(path))).not.toContain("Quero esta");
    expect((await join(livia, path, " Lívia ")).headers.get("Location")).toBe(`${path}#casas`);
    expect(await htmlOf(await livia.get(path))).toMatch(
      /aria-pressed="false"[^>]*>(?:(?!<\/button>).)*Quero esta/,
    );
    expect((await vote(livia, path, id, "quero")).status).toBe(302);
    expect(await htmlOf(await livia.get(path))).toMatch(
      /aria-pressed="true"[^>]*>(?:(?!<\/button>).)*Quero esta/,
    );
    const html = await htmlOf(await openListBrowser(site).get(path));
    expect(html).toContain('<span>Lívia</span><span class="');
    expect(html).toMatch(/Lívia<\/span><span[^>]*>: quer</);
    expect(html).toMatch(/1 de 1/);
  });

  test("on another list suggests the name of the last one", async () => {
    const site = sharedSite();
    const { id } = await publish(site);
    const livia = openListBrowser(site);
    const own = await shareList(livia, [id]);
    expect(await htmlOf(await livia.get(own))).toMatch(/<input[^>]*name="nome"[^>]*value=""/);
    await join(livia, own, " Lívia ");
    const other = await shareList(openListBrowser(site), [id]);
    expect(await htmlOf(await livia.get(other))).toMatch(
      /<input[^>]*name="nome"[^>]*value="Lívia"/,
    );
    await shareList(livia, [id]);
    expect(await htmlOf(await livia.get(other))).toMatch(
      /<input[^>]*name="nome"[^>]*value="Lívia"/,
    );
    expect(await htmlOf(await openListBrowser(site).get(other))).not.toMatch(/value="Lívia"/);
  });

  test("again changes the vote, and can take it back", async () => {
    const site = sharedSite();
    const { id } = await publish(site);
    const path = await shareList(openListBrowser(site), [id]);
    const ana = openListBrowser(site);
    await join(ana, path, "Ana");
    const votesNow = async () => {
      const rows = await site.db.select().from(listVotes).where(eq(listVotes.postId, id));
      return rows.map(({ quer }) => quer);
    };
    await vote(ana, path, id, "quero");
    await vote(ana, path, id, "quero");
    expect(await votesNow()).toEqual([true]);
    await vote(ana, path, id, "nao-quero");
    expect(await votesNow()).toEqual([false]);
    await vote(ana, path, id, "nenhum");
    expect(await votesNow()).toEqual([]);
  });

  test("puts the ad that most want on top, from two votes on", async () => {
    const site = sharedSite();
    const one = await publish(site, { title: "Rancho do Píer" });
    const other = await publish(site, { title: "Casa do Ipê" });
    const plan = { ...writeStay(findOrdinaryStay(30, 2)), pessoas: "4" };
    const path = await shareList(openListBrowser(site), [one.id, other.id], plan);
    const [ana, beto] = [openListBrowser(site), openListBrowser(site)];
    await join(ana, path, "Ana");
    await join(beto, path, "Beto");
    await vote(ana, path, other.id, "quero");
    expect(await htmlOf(await ana.get(path))).not.toContain("O grupo prefere");
    await vote(beto, path, other.id, "quero");
    const html = await htmlOf(await ana.get(path));
    expect(html).toMatch(/2 de 2<\/b> querem esta, R\$\s[\d.]+ por pessoa/);
    expect(html).toMatch(/O grupo prefere[\s\S]*Casa do Ipê<\/a><\/h2>[\s\S]*Rancho do Píer/);
    await vote(ana, path, one.id, "quero");
    await vote(beto, path, one.id, "quero");
    expect(await htmlOf(await ana.get(path))).not.toContain("O grupo prefere");
  });

  test("for a house without a price for the holiday divides no estimate among the people", async () => {
    const carnaval = listHolidays(new Date(), 13).find(({ name }) => name === "Carnaval");
    if (!carnaval) throw new Error("there is a Carnaval every year");
    const site = sharedSite();
    const { id } = await publish(site, { valorFds: "1000", valorDiaria: "500" });
    const plan = { ...writeStay(carnaval), pessoas: "4" };
    const path = await shareList(openListBrowser(site), [id], plan);
    const [ana, beto] = [openListBrowser(site), openListBrowser(site)];
    await join(ana, path, "Ana");
    await join(beto, path, "Beto");
    await vote(ana, path, id, "quero");
    await vote(beto, path, id, "quero");
    const html = await htmlOf(await ana.get(path));
    expect(html).toContain("2 de 2</b> querem esta<");
    expect(html).toContain("Carnaval: sem preço de temporada");
    expect(html).not.toContain("por pessoa");
  });

  test("is told apart from not having voted", async () => {
    const site = sharedSite();
    const { id } = await publish(site);
    const path = await shareList(openListBrowser(site), [id]);
    const [ana, beto] = [openListBrowser(site), openListBrowser(site)];
    await join(ana, path, "Ana");
    expect(await htmlOf(await ana.get(path))).not.toContain('aria-label="Votos"');
    await join(beto, path, "Beto");
    await vote(ana, path, id, "quero");
    const html = await htmlOf(await ana.get(path));
    expect(/aria-label="Votos">(.*?)<\/ul>/.exec(html)?.[1]?.match(/<span>\w+/g)).toEqual([
      "<span>Ana",
    ]);
    expect(html).toContain("Ainda não votou: Beto");
    expect(html).toContain("Faltam votos de Beto");
  });

  test("for dates that someone replaces is marked until it is given again, or the dates return", async () => {
    const site = sharedSite();
    const { id } = await publish(site);
    const path = await shareList(openListBrowser(site), [id], dates);
    const [ana, beto] = [openListBrowser(site), openListBrowser(site)];
    await join(ana, path, "Ana");
    await join(beto, path, "Beto");
    await vote(ana, path, id, "quero");
    await vote(beto, path, id, "quero");
    expect(await htmlOf(await ana.get(path))).not.toContain("mudou as datas");

    const others = { entrada: addDays(checkIn, 7), saida: addDays(checkIn, 9) };
    await beto.post(path, { intent: "mudar", nome: "Rancho", ...others });
    const told = `<b>Beto mudou as datas</b>: eram ${written(dates)}, agora são ${written(others)}.`;
    const html = await htmlOf(await ana.get(path));
    expect(html).toContain(`${told} Os votos dados antes continuam na conta, marcados.`);
    expect(html).toContain("Votos das datas de antes: Ana e Beto");
    expect(html).toContain("2 de 2");
    expect(html).toContain("Faltam votos de Ana e Beto");
    expect(html).not.toMatch(/aria-pressed="true"[^>]*>(?:(?!<\/button>).)*Quero esta/);

    await vote(ana, path, id, "quero");
    expect(await htmlOf(await ana.get(path))).toContain("Voto das datas de antes: Beto<");
    await vote(ana, path, id, "nenhum");
    await beto.post(path, { intent: "mudar", nome: "Rancho", ...dates });
    const back = await htmlOf(await ana.get(path));
    expect(back).toContain(`eram ${written(others)}, agora são ${written(dates)}.</span>`);
    expect(back).not.toContain("das datas de antes");
    await beto.post(path, { intent: "sair" });
    const left = await htmlOf(await ana.get(path));
    expect(left).toContain("<b>As datas mudaram</b>: eram ");
    expect(left).not.toContain("Beto");
  });

  test("is refused for an ad that someone took from the list", async () => {
    const site = sharedSite();
    const { id } = await publish(site);
    const path = await shareList(openListBrowser(site), [id]);
    const ana = openListBrowser(site);
    await join(ana, path, "Ana");
    const beto = openListBrowser(site);
    await join(beto, path, "Beto");
    await beto.post(path, { intent: "tirar", anuncio: id });
    const answer = await vote(ana, path, id, "quero");
    expect(answer.status).toBe(400);
    expect(await htmlOf(answer)).toContain("Alguém tirou esse anúncio da lista.");
  });
});

describe("joining", () => {
  test("under a name that is taken is refused, ignoring case; renaming keeps the votes", async () => {
    const site = sharedSite();
    const { id } = await publish(site);
    const path = await shareList(openListBrowser(site), [id]);
    const [ana, other] = [openListBrowser(site), openListBrowser(site)];
    await join(ana, path, "Ana");
    await vote(ana, path, id, "quero");
    const refused = await join(other, path, "ANA");
    expect(refused.status).toBe(400);
    const html = await htmlOf(refused);
    expect(html).toContain("Já tem alguém com esse nome aqui.");
    expect(html).toMatch(/name="nome"[^>]*value="ANA"/);
    await join(ana, path, "Ana Maria");
    const members = await site.db
      .select()
      .from(listMembers)
      .where(eq(listMembers.listCode, codeOf(path)));
    expect(members.map(({ nome }) => nome)).toEqual(["Ana Maria"]);
    expect(await site.db.$count(listVotes, eq(listVotes.postId, id))).toBe(1);
  });

  test("without a name asks for one", async () => {
    const site = sharedSite();
    const { id } = await publish(site);
    const path = await shareList(openListBrowser(site), [id]);
    const answer = await join(openListBrowser(site), path, "  ");
    expect(answer.status).toBe(400);
    expect(await htmlOf(answer)).toContain("Diga o seu nome, para o grupo saber quem votou.");
  });

  test("with the honeypot filled in leads back and stores nothing", async () => {
    const site = sharedSite();
    const { id } = await publish(site);
    const path = await shareList(openListBrowser(site), [id]);
    const bot = openListBrowser(site);
    const answer = await bot.post(path, { intent: "entrar", nome: "SEO", assunto: "SEO" });
    expect(answer.headers.get("Location")).toBe(path);
    expect(bot.cookie()).toBe("");
    expect(await site.db.$count(listMembers, eq(listMembers.listCode, codeOf(path)))).toBe(0);
  });

  test("is announced in the creator's name, and leaving deletes name and votes", async () => {
    const site = sharedSite();
    const { id } = await publish(site);
    const creator = openListBrowser(site);
    const path = await shareList(creator, [id]);
    await join(creator, path, "Ana");
    await vote(creator, path, id, "quero");
    const guest = openListBrowser(site);
    expect(await htmlOf(await guest.get(path))).toMatch(/Ana chamou você para escolher/);
    await creator.post(path, { intent: "sair" });
    expect(await htmlOf(await guest.get(path))).not.toContain("Ana");
    expect(await site.db.$count(listVotes, eq(listVotes.postId, id))).toBe(0);
  });

  test("under a name that looks like another is refused, and so are invisible characters and addresses", async () => {
    const site = sharedSite();
    const { id } = await publish(site);
    const path = await shareList(openListBrowser(site), [id]);
    await join(openListBrowser(site), path, "Ana");
    const refusals: [nome: string, sentence: string][] = [
      // Cyrillic А and а
      ["Аnа", "Já tem alguém com esse nome aqui."],
      ["An\u200ba", "Há um caractere invisível aqui."],
      ["\u202eanA", "Há um caractere invisível aqui."],
      ["premio.example", "O nome não pode ter endereço de site nem de e-mail."],
    ];
    for (const [nome, sentence] of refusals) {
      const refused = await join(openListBrowser(site), path, nome);
      expect([nome, refused.status]).toEqual([nome, 400]);
      expect(await htmlOf(refused)).toContain(sentence);
    }
    expect(await site.db.$count(listMembers, eq(listMembers.listCode, codeOf(path)))).toBe(1);
  });

  test("is limited per list, whatever the address", async () => {
    const site = await openTestSite({ RATE_LIMIT_FACTOR: "0.05" });
    const { id } = await publish(site);
    const path = await shareList(openListBrowser(site), [id]);
    const joinFrom = (address: string) =>
      site.app.request(
        path,
        { method: "POST", body: new URLSearchParams({ intent: "entrar", nome: address }) },
        { incoming: { socket: { remoteAddress: address } } },
      );
    for (let n = 1; n <= 4; n++) expect((await joinFrom(`198.51.100.${n}`)).status).toBe(302);
    expect((await joinFrom("198.51.100.5")).status).toBe(429);
    expect(await site.db.$count(listMembers)).toBe(4);
  });
});

test("the creator removes a member with the votes; nobody else may", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const [creator, ana, beto] = [
    openListBrowser(site),
    openListBrowser(site),
    openListBrowser(site),
  ];
  const path = await shareList(creator, [id]);
  await join(ana, path, "Ana");
  await join(beto, path, "Beto");
  await vote(beto, path, id, "quero");
  const remove = { intent: "tirar-pessoa", pessoa: "Beto" };
  expect(await htmlOf(await ana.get(path))).not.toContain("Tirar Beto");
  expect((await ana.post(path, remove)).status).toBe(403);
  expect(await site.db.$count(listVotes, eq(listVotes.postId, id))).toBe(1);
  expect(await htmlOf(await creator.get(path))).toContain('aria-label="Tirar Beto"');

  expect((await creator.post(path, remove)).headers.get("Location")).toBe(`${path}#dono`);

  const members = await site.db
    .select({ nome: listMembers.nome })
    .from(listMembers)
    .where(eq(listMembers.listCode, codeOf(path)));
  expect(members).toEqual([{ nome: "Ana" }]);
  expect(await site.db.$count(listVotes, eq(listVotes.postId, id))).toBe(0);
});

test("a list is edited at most so often in an hour, whatever the address", async () => {
  const site = await openTestSite({ RATE_LIMIT_FACTOR: "0.01" });
  const { id } = await publish(site);
  const creator = openListBrowser(site);
  const path = await shareList(creator, [id]);
  const rename = (nome: string, address: string) =>
    site.app.request(
      path,
      {
        method: "POST",
        headers: { Cookie: creator.cookie() },
        body: new URLSearchParams({ intent: "mudar", nome }),
      },
      { incoming: { socket: { remoteAddress: address } } },
    );
  expect((await rename("Um", "198.51.100.1")).status).toBe(302);
  expect((await rename("Dois", "198.51.100.2")).status).toBe(302);
  const refused = await rename("Três", "198.51.100.3");
  expect(refused.status).toBe(429);
  expect(await htmlOf(refused)).toContain('value="Três"');
  expect((await findList(site, path))?.nome).toBe("Dois");
});
