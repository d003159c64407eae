import { randomUUID } from "node:crypto";
import type { Baseline } from "./forms.ts";

export const orderForms: Record<string, Baseline> = {
  "owner/plan/routes/pix.tsx"(world, actor, random) {
    const own = world.orders.filter(({ uid }) => uid === actor.user?.uid);
    const { id } = random.pick(own.length > 0 && random.chance(0.8) ? own : world.orders);
    const plano = random.pick(["basico", "profissional", "profissional", "nenhum"]);
    return {
      path: `/plans/pix?plano=${plano}&por=${random.pick(["mes", "ano", "6-meses"])}`,
      entries: { intent: "paguei", id: random.chance(0.1) ? randomUUID() : id },
    };
  },
};
