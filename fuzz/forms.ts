import { randomUUID } from "node:crypto";
import type { Random } from "../testing/random.ts";
import { questionSetting, subjectForms } from "./subject-forms.ts";
import type { Actor, World } from "./world.ts";

interface FormFile {
  filename: string;
  type: string;
  bytes: Uint8Array;
}

export type Entry = [name: string, value: string | FormFile];
/** Entries whose names differ. */
export type Fields = Record<string, string>;

/** A form as the site's own page sends it. */
export interface Form {
  path: string;
  entries: readonly Entry[] | Fields;
  /** Sent instead of `entries` if there is any. */
  json?: unknown;
  /** Overrides the actor's session. */
  cookie?: string;
}

/** Makes a valid submission of one form. */
export type Baseline = (world: World, actor: Actor, random: Random) => Form;

/** A baseline for every route with an action, which a test enforces. */
export const baselines: Record<string, Baseline> = {
  "owner/editor/routes/create.tsx": (world, actor, random) => ({
    path: "/posts/create",
    entries: listingEntries(world, actor, random),
  }),
  "owner/editor/routes/draft.ts": (_world, _actor, random) => ({
    path: "/posts/create/rascunho",
    entries: [random.chance(0.2) ? ["apagar", "sim"] : ["conteudo", draftJson(random)]],
  }),
  "owner/editor/routes/edit.tsx"(world, actor, random) {
    const post = pickPost(world, actor, random);
    const versao: Entry = ["versao", String(post.version)];
    const entries = [...listingEntries(world, actor, random), versao];
    return { path: `/posts/edit/${post.id}`, entries };
  },
  "owner/calendar/routes/owner-calendar-page.tsx"(world, actor, random) {
    const { id } = pickPost(world, actor, random);
    const feedId = pickOf(world.feeds, id, random);
    const seasonId = pickOf(world.seasons, id, random);
    const prices = random.pick<Fields>([
      { valorFds: "4.800", valorDiaria: "1.900,50", minimoNoites: "4" },
      { pacote: "6.000" },
    ]);
    const dates = { de: "2026-12-28", ate: "2027-01-02" };
    const season = { intent: "temporada", temporada: "Réveillon", ...dates, ...prices };
    // This address is refused without being fetched.
    const endereco = "https://ana@calendario.invalid/1.ics";
    return {
      path: `/posts/${id}/calendario`,
      entries: random.pick<Fields>([
        { intent: "noites", [random.pick(["marcar", "liberar"])]: "2027-03-11,2027-03-12" },
        { intent: "confirmar" },
        { intent: "lembretes" },
        { intent: "conectar", endereco },
        { intent: "sincronizar" },
        { intent: random.pick(["desconectar", "aceitar-vazio"]), id: feedId },
        { intent: "novo-endereco", confirmado: random.pick(["sim", "nao"]) },
        random.chance(0.5) ? season : { ...season, id: seasonId },
        { intent: random.pick(["excluir-temporada", "preco-do-anuncio"]), id: seasonId },
        {
          intent: "periodo",
          periodoDe: "2027-03-11",
          periodoAte: "2027-04-20",
          estado: random.pick(["ocupado", "livre"]),
        },
      ]),
    };
  },
  "owner/calendar/routes/nights-endpoint.ts": (world, actor, random) => ({
    path: `/posts/${pickPost(world, actor, random).id}/calendario/noites`,
    entries: { marcar: "2027-03-11,2027-03-12", liberar: random.pick(["", "2027-03-13"]) },
  }),
  "public/reports/routes/report-page.tsx": (world, actor, random) => ({
    path: pickReported(world, actor, random),
    entries: {
      motivo: random.pick([
        "golpe",
        "fotos",
        "preco",
        "calendario",
        "ofensivo",
        "outro",
        "inventado",
      ]),
      detalhes: "Pediu Pix antes de mostrar a casa.",
      contato: random.pick(["", "ana@exemplo.com.br"]),
      assunto: "",
    },
  }),
  ...subjectForms,
  "owner/dashboard/routes/my-listings.tsx"(world, actor, random) {
    const { id } = pickPost(world, actor, random);
    return {
      path: "/dashboard",
      entries: {
        intent: random.pick(["excluir", "pausar", "mostrar", "mostrar", "receber-numeros"]),
        id,
        confirmado: random.chance(0.7) ? "sim" : "nao",
      },
    };
  },
  "owner/account/routes/login.tsx"(world, _actor, random) {
    const { email, password } = random.pick(world.logins);
    const reset: Fields = random.chance(0.6) ? { intent: "reset" } : {};
    return { path: "/login", entries: { email, password, ...reset } };
  },
  "owner/account/routes/register.tsx": (_world, _actor, random) => ({
    path: "/register",
    entries: {
      displayName: "Rita Lobato",
      email: `${randomUUID()}@example.com`,
      password: "tucano-na-varanda",
      confirmPassword: random.chance(0.2) ? "tucano-na-varanda" : "outra",
    },
  }),
  "owner/account/routes/new-password-page.tsx": (world, _actor, random) => ({
    path: `/nova-senha/${random.chance(0.1) ? random.pick(world.tokens) : "x".repeat(32)}`,
    entries: { password: "nova-senha-boa", confirmPassword: "nova-senha-boa" },
  }),
  "owner/account/routes/my-account.tsx": (_world, _actor, random) => ({
    path: "/minha-conta",
    entries: random.pick<Fields>([
      { intent: "name", displayName: random.pick(["Rita Lobato", "Zé do Píer"]) },
      { intent: "email", email: `${randomUUID()}@example.com`, currentPassword: "não é esta" },
      { intent: random.pick(["cancel-email", "confirm-email"]) },
      questionSetting,
      {
        intent: "password",
        currentPassword: "não é esta",
        password: "nova-senha-boa",
        confirmPassword: "nova-senha-boa",
      },
    ]),
  }),
  "owner/account/routes/confirm-email.tsx": () => ({
    path: `/confirmar-email/${"x".repeat(32)}`,
    entries: [],
  }),
  "owner/account/routes/new-email.tsx": () => ({
    path: `/novo-email/${"x".repeat(32)}`,
    entries: [],
  }),
  // The password is never right: the actors are needed for further requests.
  "owner/account/routes/delete-account.tsx": () => ({
    path: "/minha-conta/excluir",
    entries: { currentPassword: "não é esta" },
  }),
  "owner/account/routes/logout.tsx": (world, _actor, random) => ({
    path: "/logout",
    entries: [],
    cookie: random.pick(world.leaving).cookie,
  }),
  "owner/account/routes/passkey-offer.ts": (_world, _actor, random) => ({
    path: "/chaves-de-acesso",
    entries: {
      finalidade: random.pick(["entrar", "confirmar", "criar"]),
      currentPassword: "não é esta",
    },
  }),
  // Identical messages share a row, so make every field unique.
  "public/pages/contact/routes/contact-page.tsx": (_world, _actor, random) => {
    const number = random.below(1_000_000_000);
    return {
      path: "/contato",
      entries: {
        nome: `Ana ${number}`,
        email: `ana${number}@exemplo.com.br`,
        mensagem: `Quero anunciar o meu rancho ${number}.`,
        assunto: "",
      },
    };
  },
  "public/pages/number-lookup/routes/lookup.tsx": (_world, _actor, random) => ({
    path: "/confira",
    entries: { telefone: random.pick(["37900010264", "+55 (37) 9 0001-0264", "37"]) },
  }),
  "public/pages/routes/lost.tsx": () => ({ path: "/nada", entries: [] }),
  "public/vitals/routes/vitals-endpoint.ts": (_world, _actor, random) => ({
    path: "/medidas",
    entries: [],
    json: {
      route: random.pick([
        "public/search/routes/home-page",
        "public/listing-page/routes/ad-page",
        "root",
        "nada",
      ]),
      metrics: { LCP: 1200 + random.below(1000), CLS: 0.02, INP: 80 },
    },
  }),
};

function pickPost(world: World, actor: Actor, random: Random) {
  const own = world.posts.filter(({ uid }) => uid === actor.user?.uid);
  return own.length > 0 && random.chance(0.7) ? random.pick(own) : random.pick(world.posts);
}

/** Picks a row of this listing, sometimes of another, or none. */
function pickOf(rows: World["feeds"], postId: string, random: Random): string {
  const own = rows.filter((row) => row.postId === postId);
  if (random.chance(0.2)) return randomUUID();
  return random.pick(own.length > 0 && random.chance(0.8) ? own : rows).id;
}

function listingEntries(world: World, actor: Actor, random: Random): Entry[] {
  const own = world.waiting.filter(({ uid }) => uid === actor.user?.uid);
  const from = own.length > 0 && random.chance(0.9) ? own : world.waiting;
  const count = random.chance(0.8) ? 1 : random.pick([2, 10, 11, 300]);
  const withFile = random.chance(0.02);
  const file = { filename: "foto.jpg", type: "image/jpeg", bytes: world.jpeg };
  const none = { filename: "", type: "application/octet-stream", bytes: new Uint8Array() };
  const texts: Fields = {
    rascunho: randomUUID(),
    title: "Rancho do Fundo",
    body: "Tem rede na varanda.",
    valorFds: "1.350",
    valorDiaria: "520,50",
    localizacao: "Capitólio",
    enderecoCompleto: "Rua do Píer, 12",
    mapa: random.pick(["", "-20.6147, -46.0497", "-23.55, -46.63"]),
    ...(random.chance(0.5) && { mapaFora: "on" }),
    mapaExato: "on",
    quantidadeMaximaPessoas: "10",
    QuantidadeTotalQuartos: "4",
    QuantidadeTotalQuartosSuites: "2",
    datasIndisponiveis: "11/03/2027,12/03/2027",
    telefone: "(35) 99734-1187",
    whatsapp: "on",
    nomeContato: random.pick(["", "José", "Ana, da recepção"]),
    telefone2: random.pick(["", "(37) 3371-0264", "35997341187"]),
    ...(random.chance(0.5) && { perdeMarca: "sim" }),
    nomePix: random.pick(["", "Maria Aparecida Leite", "x".repeat(81)]),
    maioresInformacoes: "Entrada às 14h\r\nSaída às 12h",
  };
  const empty =
    "observacoesTarifa detalhamentoQuartosSociais detalhamentoSuites detalhesCozinha detalhesSala beneficiosImovel observacao";
  return [
    ...Array.from({ length: count }, (): Entry => ["foto", random.pick(from).id]),
    ...Object.entries(texts),
    ...empty.split(" ").map((name): Entry => [name, ""]),
    ["lazer", "Piscina"],
    ["lazer", "Sauna"],
    ["images", withFile ? file : none],
  ];
}

function draftJson(random: Random): string {
  const fields = { title: [random.pick(["Rancho", "", "x".repeat(30_000), "a\0"])] };
  const form = { id: randomUUID(), continues: "", fields, photos: [] };
  return random.pick([JSON.stringify(form), "{", "null", "[]"]);
}

/** The report's page of an ad, or of one of its testimonials. */
function pickReported(world: World, actor: Actor, random: Random): string {
  if (random.chance(0.6)) return `/posts/${pickPost(world, actor, random).id}/denunciar`;
  const { id, postId } = random.pick(world.testimonials);
  return `/posts/${postId}/denunciar?depoimento=${id}`;
}
