import { randomUUID } from "node:crypto";
import type { Baseline, Fields } from "./forms.ts";

/** Forms of the operator's panel. */
export const panelForms: Record<string, Baseline> = {
  "panel/routes/password.tsx": () => ({
    path: "/operador/senha",
    entries: { currentPassword: "não é esta", codigo: "000000" },
  }),
  "panel/routes/factor.tsx": (_world, _actor, random) => ({
    path: "/operador/fator",
    entries: {
      intent: random.pick(["authenticator", "confirm", "new-passkey", "codes"]),
      codigo: "000000",
      chave: '{"id":"x"}',
    },
  }),
  "panel/routes/advertisers.tsx": (world, actor, random) => ({
    path: "/operador/anunciantes",
    entries: panelEntries(
      random.pick(["plano", "anotacoes", "bloquear", "desbloquear"]),
      actor.user?.uid ?? world.bystander.uid,
    ),
  }),
  "panel/routes/listings.tsx": (world, _actor, random) => ({
    path: "/operador/anuncios",
    entries: panelEntries(
      random.pick(["pausar", "voltar", "remover", "conferir", "desconferir"]),
      random.pick(world.posts).id,
    ),
  }),
  "panel/routes/reports.tsx": (world, _actor, random) => ({
    path: "/operador/denuncias",
    entries: {
      ...panelEntries(
        random.pick(
          "pausar remover arquivar dispensar arquivar-telefone entregar descartar manter".split(
            " ",
          ),
        ),
        random.pick([...world.posts, ...world.questions, ...world.testimonials]).id,
      ),
      vistas: `${randomUUID()}_${randomUUID()}`,
    },
  }),
  "panel/routes/messages.tsx": () => ({
    path: "/operador/mensagens",
    entries: panelEntries("resolvida", randomUUID()),
  }),
  "panel/routes/emails.tsx": () => ({
    path: "/operador/emails",
    entries: panelEntries("reenviar", randomUUID()),
  }),
};

/** None of the actors is staff, so no form of the panel may change anything. */
function panelEntries(intent: string, id: string): Fields {
  return { intent, id, motivo: "Fotos de outra casa", versao: "1" };
}
