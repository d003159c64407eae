/** Controls with the id and title of the ad that a new one is begun from. */
export const modelNames = ["modelo", "modeloTitulo"] as const;

export function createPathFrom(modelId: string): string {
  return `/posts/create?modelo=${modelId}`;
}

interface Opened {
  listing?: object | undefined;
  model?: { title: string } | null | undefined;
}

/** Introduces the form of an edit, or of an ad begun from another; another new ad needs no introduction. */
export function leadText({ listing, model }: Opened): string | null {
  if (listing) return "Mude o que precisar. Quem visita vê o anúncio como está até você salvar.";
  return model
    ? `Começa com o que está em “${model.title}”: confira, mude o que for diferente e salve. As temporadas vêm junto; o calendário, não.`
    : null;
}
