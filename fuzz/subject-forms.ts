import { randomUUID } from "node:crypto";
import type { Random } from "../testing/random.ts";
import { pastStay } from "../testing/testimonials.ts";
import type { Baseline, Fields, Form } from "./forms.ts";
import { pageRoutes } from "./page-routes.ts";
import type { Actor, World } from "./world.ts";

/** On /minha-conta; always on, or nobody could ask. */
export const questionSetting: Fields = { intent: "questions", recebePerguntas: "on" };

const answers = ["livre", "ocupado", "respondido", "marcar"];

function pickQuestion({ questions }: World, actor: Actor, random: Random): string {
  const own = questions.filter(({ uid }) => uid === actor.user?.uid);
  if (random.chance(0.1)) return randomUUID();
  return random.pick(own.length > 0 && random.chance(0.7) ? own : questions).id;
}

function emailLink({ links, bystander }: World, random: Random, kind: string): string {
  const usable = links.filter(({ uid }) => uid !== bystander.uid);
  const right = usable.filter((link) => link.kind === kind);
  const { token } = random.pick(random.chance(0.8) ? right : usable);
  return random.chance(0.7) ? token : `${token.slice(0, -2)}xx`;
}

const plan: Fields = {
  nome: "Rancho pra virada",
  entrada: "2027-12-28",
  saida: "2028-01-02",
  pessoas: "12",
};

const panelIntents =
  "plano anotacoes bloquear desbloquear pausar voltar remover conferir desconferir arquivar dispensar arquivar-telefone entregar descartar esconder mostrar manter resolvida reenviar recebi nao-recebi authenticator confirm new-passkey codes".split(
    " ",
  );

/** None of the actors is on the staff, so no form of the operator's panel may change anything. */
const panelForms: Record<string, Baseline> = Object.fromEntries(
  pageRoutes
    .filter(({ id, hasAction }) => hasAction && id.startsWith("panel/"))
    .map(({ id, pattern }) => [id, (...args) => panelForm(pattern, ...args)]),
);

function panelForm(path: string, world: World, actor: Actor, random: Random): Form {
  const things = [...world.posts, ...world.questions, ...world.testimonials, ...world.orders];
  return {
    path,
    entries: {
      intent: random.pick(panelIntents),
      id: random.chance(0.2) ? (actor.user?.uid ?? world.bystander.uid) : random.pick(things).id,
      motivo: "Fotos de outra casa",
      versao: "1",
      ate: random.pick(["", "2099-01-31", "amanhã"]),
      confirmado: random.pick(["sim", ""]),
      currentPassword: "não é esta",
      codigo: "000000",
      chave: '{"id":"x"}',
      vistas: `${crypto.randomUUID()}_${crypto.randomUUID()}`,
    },
  };
}

/** Forms of alerts, lists, questions, testimonials, orders, letters and the panel. */
export const subjectForms: Record<string, Baseline> = {
  "public/questions/routes/ask-page.tsx": (world, _actor, random) => ({
    path: `/posts/${random.pick(world.posts).id}/perguntar`,
    entries: {
      nome: "Ana Souza",
      email: `ana${random.below(1_000_000)}@exemplo.com.br`,
      telefone: random.pick(["", "(35) 99734-1187"]),
      entrada: "2027-09-10",
      saida: random.pick(["2027-09-12", "2027-09-12", "2027-09-10"]),
      pessoas: random.pick(["", "4"]),
      mensagem: random.pick(["Aceita cachorro?", `Cabe mais ${random.below(1_000)}?`]),
      assunto: "",
    },
  }),
  "owner/questions/routes/questions-page.tsx": (world, actor, random) => ({
    path: "/perguntas",
    entries: {
      intent: random.pick([...answers, "denunciar"]),
      id: pickQuestion(world, actor, random),
    },
  }),
  "owner/questions/routes/answer-link.tsx"(world, _actor, random) {
    const usable = world.questions.filter(({ uid }) => uid !== world.bystander.uid);
    const { token } = random.pick(usable);
    return {
      path: `/pergunta/${random.chance(0.7) ? token : `${token.slice(0, -2)}xx`}`,
      entries: { intent: random.pick(answers) },
    };
  },
  // The advertiser's link, which erases nothing.
  "public/questions/routes/own-question-page.tsx": (world, _actor, random) => ({
    path: `/minha-pergunta/${random.pick(world.questions).token}`,
    entries: { intent: "apagar" },
  }),
  "public/alerts/routes/new-alert-page.tsx"(world, _actor, random) {
    const dates = "entrada=2027-12-28&saida=2028-01-02";
    const search = random.pick([
      "",
      `?localizacao=Turvo&pessoas=8&lazer=Piscina&q=900&${dates}`,
      `?anuncio=${random.pick(world.posts).id}&${dates}`,
    ]);
    return {
      path: `/avisos/novo${search}`,
      entries: { email: `v${random.below(6)}@example.com`, assunto: "" },
    };
  },
  "public/alerts/routes/alert-page.tsx": (world, _actor, random) => ({
    path: `/avisos/${random.pick(world.alerts)}`,
    entries: random.pick<Fields>([{ intent: "confirmar" }, { intent: "parar" }]),
  }),
  "public/alerts/routes/one-click.ts": (world, _actor, random) => ({
    path: `/avisos/${random.pick(world.alerts)}/parar`,
    entries: [["List-Unsubscribe", "One-Click"]],
  }),
  "owner/calendar/routes/confirm.tsx": (world, _actor, random) => ({
    path: `/calendario-em-dia/${emailLink(world, random, "confirm")}`,
    entries: [],
  }),
  "owner/calendar/routes/unsubscribe.tsx": (world, _actor, random) => ({
    path: `/sem-lembretes/${emailLink(world, random, "unsubscribe")}`,
    entries: [["List-Unsubscribe", "One-Click"]],
  }),
  "owner/dashboard/routes/no-numbers.tsx": (world, _actor, random) => ({
    path: `/sem-numeros/${emailLink(world, random, "unsubscribe-numbers")}`,
    entries: [["List-Unsubscribe", "One-Click"]],
  }),
  "public/lists/routes/new-list.tsx": (world, _actor, random) => ({
    path: "/lista/nova",
    entries: [
      ["anuncio", random.pick(world.posts).id],
      ["anuncio", random.pick(world.posts).id],
      ...Object.entries(plan),
    ],
  }),
  "public/lists/routes/list.tsx"(world, _actor, random) {
    const list = random.pick(world.lists);
    const anuncio = random.pick(list.postIds);
    const voto = random.pick(["quero", "nao-quero", "nenhum"]);
    const other = `https://mardeminas.com.br/posts/${random.pick(world.posts).id}`;
    return {
      path: `/lista/${list.code}`,
      entries: random.pick<Fields>([
        { intent: "entrar", nome: `Ana ${random.below(1_000_000)}`, assunto: "" },
        { intent: "votar", anuncio, voto },
        { intent: "acrescentar", anuncio: other },
        { intent: "tirar", anuncio },
        { intent: "mudar", ...plan },
        { intent: "sair" },
        { intent: "excluir", confirmado: random.chance(0.2) ? "sim" : "nao" },
      ]),
      // The cookie is that of the list's creator, or of another list's.
      cookie: random.pick(random.chance(0.7) ? [list] : world.lists).cookie,
    };
  },
  "owner/plan/routes/pix.tsx"(world, actor, random) {
    const own = world.orders.filter(({ uid }) => uid === actor.user?.uid);
    const { id } = random.pick(own.length > 0 && random.chance(0.8) ? own : world.orders);
    const plano = random.pick(["basico", "profissional", "profissional", "nenhum"]);
    return {
      path: `/plans/pix?plano=${plano}&por=${random.pick(["mes", "ano", "6-meses"])}`,
      entries: { intent: "paguei", id: random.chance(0.1) ? randomUUID() : id },
    };
  },
  "owner/testimonials/routes/testimonials-page.tsx"(world, actor, random) {
    const own = world.testimonials.filter(({ uid }) => uid === actor.user?.uid);
    const usable = own.length > 0 && random.chance(0.8) ? own : world.testimonials;
    const { postId } = random.pick(usable);
    const ofAd = usable.filter((each) => each.postId === postId);
    return {
      path: `/posts/${postId}/depoimentos`,
      entries: {
        intent: random.pick(["convidar", "convidar", "responder"]),
        entrada: pastStay.entrada,
        saida: random.pick([pastStay.saida, pastStay.saida, pastStay.entrada]),
        id: random.chance(0.1) ? randomUUID() : random.pick(ofAd).id,
        resposta: random.pick(["Voltem sempre!", `Obrigada ${random.below(1_000)}`]),
      },
    };
  },
  "public/testimonials/routes/write-page.tsx"(world, _actor, random) {
    const usable = world.testimonials.filter(({ uid }) => uid !== world.bystander.uid);
    const { invitation } = random.pick(usable);
    return {
      path: `/depoimento/${random.chance(0.8) ? invitation : `${invitation.slice(0, -2)}xx`}`,
      entries: {
        nome: "Ana",
        email: `ana${random.below(1_000_000)}@exemplo.com.br`,
        nota: String(1 + random.below(5)),
        texto: `Casa limpa, vista linda, ${random.below(1_000)} estrelas no céu.`,
        assunto: "",
      },
    };
  },
  "public/testimonials/routes/own-testimonial-page.tsx"(world, _actor, random) {
    const usable = world.testimonials.filter(({ uid }) => uid !== world.bystander.uid);
    const { link } = random.pick(usable);
    return {
      path: `/meu-depoimento/${random.chance(0.8) ? link : `${link.slice(0, -2)}xx`}`,
      entries: { intent: random.pick(["publicar", "apagar"]) },
    };
  },
  ...panelForms,
};
