import { beforeAll, expect, test } from "vitest";
import { comingWeekend } from "../../app/domain/calendar/stays.ts";
import {
  askAt,
  findAd,
  listOwnAds,
  logIn,
  post,
  publish,
  sampleAccount,
} from "../../testing/advertiser.ts";
import { patience } from "../../testing/patience.ts";
import { soakMinutes } from "../../testing/soak.ts";
import { listCollisions } from "../collisions.ts";
import { startDemoProcess } from "../prepared-site.ts";
import { shareSite } from "../shared-site.ts";
import type { Tab } from "./engine.ts";
import { describeInEngines, describeInLargeText } from "./engines.ts";
import { listCoveredTexts, listCutTexts, listEmptyControls } from "./geometry.ts";
import { type Person, personAt } from "./person.ts";
import { listPublicPaths } from "./public-paths.ts";

const pix = { PIX_KEY: "pix@example.com", PIX_NAME: "Mar de Minas", PIX_CITY: "Capitolio" };
const site = shareSite(() => startDemoProcess({ env: pix }));
/** Path of a sample ad. */
let ad: string;
/** Path of an ad of the samples' owner with long prices and a minimum stay. */
let dear: string;

beforeAll(async () => {
  const ask = askAt(site.url);
  ad = await findAd(ask);
  const { email, password } = sampleAccount(site.output());
  const cookie = await logIn(ask, email, password);
  const [before, prices] = [
    await listOwnAds(ask, cookie),
    { valorFds: "1350,50", valorDiaria: "650,50" },
  ];
  await publish(ask, cookie, { ...prices, minimoNoites: "5", quantidadeMaximaPessoas: "8" });
  const [id] = (await listOwnAds(ask, cookie)).filter((one) => !before.includes(one));
  dear = `/posts/${id}`;
});

const { checkIn, checkOut } = comingWeekend(new Date());
const stay = `entrada=${checkIn}&saida=${checkOut}`;
const publicPaths = listPublicPaths(stay);
/** The narrowest phone and a desktop: what lies between is looked at in Chromium (`matrices/layout`). */
const widths = [360, 1440];

/** Finds faults by path and width in px. */
async function findFaults(person: Person, path: string): Promise<string[]> {
  await person.visit(site.url + path);
  const faults: string[] = [];
  for (const width of widths) {
    await person.tab.resize(width, 900);
    await expect.poll(() => person.reads("innerWidth"), patience).toBe(width);
    const covered = await person.tab.evaluate<string[]>(`(${listCoveredTexts})()`);
    const cut = await person.tab.evaluate<string[]>(`(${listCutTexts})()`);
    const empty = await person.tab.evaluate<string[]>(`(${listEmptyControls})()`);
    const overlapping = await person.tab.evaluate<string[]>(`(${listCollisions})()`);
    const overflow = await person.tab.evaluate<number>(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    const all = [
      ...covered,
      ...cut,
      ...empty,
      ...overlapping,
      ...(overflow > 0 ? [`${overflow} px too wide`] : []),
    ];
    faults.push(...all.map((fault) => `${path} at ${width} px: ${fault}`));
  }
  return faults;
}

async function findAllFaults(person: Person, paths: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const path of paths) faults.push(...(await findFaults(person, path)));
  return faults;
}

async function logInAsOwner(person: Person): Promise<void> {
  const { email, password } = sampleAccount(site.output());
  await person.visit(`${site.url}/login`);
  await person.types("email", email);
  await person.types("password", password);
  await person.clicks("button", "Entrar");
  await person.arrivesAt(/^\/$/);
}

/** Pages of the owner's, and how the ad looks to them: free dates, and dates that break a rule. */
function ownPaths(own: string): string[] {
  return [
    "/",
    "/dashboard",
    "/plans",
    "/plans/pix",
    "/plans/pix?plano=basico&por=ano",
    "/perguntas",
    "/minha-conta",
    "/minha-conta/excluir",
    "/minha-conta/excluir?confirmar=sim",
    "/posts/create",
    own.replace("/posts", "/posts/edit"),
    own,
    `${own}?${stay}&pessoas=4`,
    `${own}?${stay}&pessoas=40`,
    `${own}/calendario`,
    `${own}/depoimentos`,
    `${own}/cartaz`,
  ];
}

/** Asks a question with long words, for the owner's list. */
async function askThe(listing: string): Promise<void> {
  const form = {
    nome: "Maria Fernanda Albuquerque Cavalcanti",
    email: `${crypto.randomUUID()}@example.com`,
    telefone: "35997341187",
    entrada: checkIn,
    saida: checkOut,
    mensagem: `https://www.exemplo.com.br/${"x".repeat(200)} Aceita cachorro?`,
  };
  const answer = await askAt(site.url)(`${listing}/perguntar`, post(form));
  expect(answer.status).toBe(302);
}

/** Every page that anyone sees, also what a visitor makes of saved ads. */
async function findPublicFaults(visitor: Person): Promise<string[]> {
  const paths = [
    ...publicPaths,
    ad,
    `${ad}?${stay}&pessoas=4`,
    dear,
    `${dear}?${stay}&pessoas=40`,
    `${ad}/denunciar`,
    `${ad}/perguntar`,
    "/avisos/novo?localizacao=S%C3%A3o+Jo%C3%A3o+Batista+do+Gl%C3%B3ria&lazer=Sala+de+jogos",
  ];
  const faults = await findAllFaults(visitor, paths);
  await visitor.visit(site.url + ad);
  await visitor.clicks("button", "Guardar");
  await visitor.visit(`${site.url}/guardados`);
  await expect.poll(() => visitor.reads("location.search"), patience).toMatch(/anuncio=./);
  const saved = String(await visitor.reads("location.pathname + location.search"));
  faults.push(...(await findAllFaults(visitor, [saved])));
  await visitor.clicks("button", "Compartilhar lista");
  await visitor.arrivesAt(/^\/lista\//);
  const list = String(await visitor.reads("location.pathname"));
  return [...faults, ...(await findAllFaults(visitor, [list]))];
}

async function findOwnerFaults(owner: Person): Promise<string[]> {
  await logInAsOwner(owner);
  await askThe(dear);
  return findAllFaults(owner, ownPaths(dear));
}

/** A page of each layout, as its owner sees it. */
async function findLayoutFaults(owner: Person): Promise<string[]> {
  await logInAsOwner(owner);
  const paths = [
    `/search?${stay}&pessoas=4`,
    "/onde-visitar",
    "/blog",
    "/plans",
    "/contato",
    ad,
    `${dear}?${stay}&pessoas=40`,
    "/dashboard",
    "/posts/create",
    `${dear}/calendario`,
  ];
  return findAllFaults(owner, paths);
}

/** A page of each layout, or in `npm run soak` every page. */
function testPages(openTab: () => Promise<Tab>): void {
  const claim = "no picture covers text, no controls overlap, nothing sticks out";
  const open = async () => personAt(await openTab());
  if (soakMinutes === null) {
    test(`on a page of each layout ${claim}`, async () => {
      expect(await findLayoutFaults(await open())).toEqual([]);
    });
  } else {
    // Two tests, as WebKit's driver opens one tab at a time.
    test(`on every public page ${claim}`, { timeout: 600_000 }, async () => {
      expect(await findPublicFaults(await open())).toEqual([]);
    });
    test(`on every page of an owner ${claim}`, { timeout: 600_000 }, async () => {
      expect(await findOwnerFaults(await open())).toEqual([]);
    });
  }
}

describeInEngines(soakMinutes === null ? ["WebKit"] : ["Chromium", "Firefox", "WebKit"], testPages);
describeInLargeText(testPages);

/** Faults of the top bar alone: rarer sizes of text than those that whole pages are held against. */
async function findTopBarFaults(person: Person): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [320, 360, 393, 412]) {
    await person.tab.resize(width, 700);
    await expect.poll(() => person.reads("innerWidth"), patience).toBe(width);
    const empty = await person.tab.evaluate<string[]>(`(${listEmptyControls})()`);
    const right = await person.tab.evaluate<number>(
      "Math.max(...[...document.querySelectorAll('header :is(a, summary)')].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().right))",
    );
    const all = right > width ? [...empty, `ends at ${right} px`] : empty;
    faults.push(...all.map((fault) => `at ${width} px: ${fault}`));
  }
  return faults;
}

for (const size of [20, 32]) {
  describeInLargeText((openTab) => {
    test("the top bar shows what its controls are, and is no wider than the phone", async () => {
      const person = personAt(await openTab());
      await person.visit(`${site.url}/ajuda`);
      expect(await findTopBarFaults(person)).toEqual([]);
      await person.visit(site.url + ad);
      await person.clicks("button", "Guardar");
      await expect
        .poll(
          () => person.reads("document.querySelectorAll('[data-saved-count=\"1\"]').length"),
          patience,
        )
        .not.toBe(0);
      expect(await findTopBarFaults(person)).toEqual([]);
      await logInAsOwner(person);
      expect(await findTopBarFaults(person)).toEqual([]);
    });
  }, size);
}
