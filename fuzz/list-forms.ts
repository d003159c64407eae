import type { Baseline, Fields } from "./forms.ts";

const plan: Fields = {
  nome: "Rancho pra virada",
  entrada: "2027-12-28",
  saida: "2028-01-02",
  pessoas: "12",
};

export const listForms: Record<string, Baseline> = {
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
};
