import { randomUUID } from "node:crypto";
import type { Random } from "../testing/random.ts";
import type { Baseline, Fields } from "./forms.ts";
import type { Actor, World } from "./world.ts";

/** On /minha-conta; always on, or nobody could ask. */
export const questionSetting: Fields = { intent: "questions", recebePerguntas: "on" };

const intents = ["livre", "ocupado", "respondido", "marcar"];

export const questionForms: Record<string, Baseline> = {
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
      intent: random.pick([...intents, "denunciar"]),
      id: pickQuestion(world, actor, random),
    },
  }),
  "owner/questions/routes/answer-link.tsx"(world, _actor, random) {
    const usable = world.questions.filter(({ uid }) => uid !== world.bystander.uid);
    const { token } = random.pick(usable);
    return {
      path: `/pergunta/${random.chance(0.7) ? token : `${token.slice(0, -2)}xx`}`,
      entries: { intent: random.pick(intents) },
    };
  },
  // The advertiser's link, which erases nothing.
  "public/questions/routes/own-question-page.tsx": (world, _actor, random) => ({
    path: `/minha-pergunta/${random.pick(world.questions).token}`,
    entries: { intent: "apagar" },
  }),
};

function pickQuestion({ questions }: World, actor: Actor, random: Random): string {
  const own = questions.filter(({ uid }) => uid === actor.user?.uid);
  if (random.chance(0.1)) return randomUUID();
  return random.pick(own.length > 0 && random.chance(0.7) ? own : questions).id;
}
