import type { Baseline, Fields } from "./forms.ts";

export const alertForms: Record<string, Baseline> = {
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
};
