import type { Random } from "../testing/random.ts";
import type { Baseline, Form } from "./forms.ts";
import { pageRoutes } from "./page-routes.ts";
import type { Actor, World } from "./world.ts";

const intents =
  "plano anotacoes bloquear desbloquear pausar voltar remover conferir desconferir arquivar dispensar arquivar-telefone entregar descartar esconder mostrar manter resolvida reenviar recebi nao-recebi authenticator confirm new-passkey codes".split(
    " ",
  );

/** None of the actors is on the staff, so no form of the operator's panel may change anything. */
export const panelForms: Record<string, Baseline> = Object.fromEntries(
  pageRoutes
    .filter(({ id, hasAction }) => hasAction && id.startsWith("panel/"))
    .map(({ id, pattern }) => [id, (...args) => panelForm(pattern, ...args)]),
);

function panelForm(path: string, world: World, actor: Actor, random: Random): Form {
  const things = [...world.posts, ...world.questions, ...world.testimonials, ...world.orders];
  return {
    path,
    entries: {
      intent: random.pick(intents),
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
