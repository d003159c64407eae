import { randomUUID } from "node:crypto";
import { pastStay } from "../testing/testimonials.ts";
import type { Baseline } from "./forms.ts";

export const testimonialForms: Record<string, Baseline> = {
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
};
