interface Opened {
  listing?: object | undefined;
  model?: { title: string } | null | undefined;
}

/** Introduces the form of an edit, of an ad begun from another, or of any other new one. */
export function leadText({ listing, model }: Opened): string {
  if (listing) return "Mude o que precisar. Quem visita vê o anúncio como está até você salvar.";
  return model
    ? `Começa com o que está em “${model.title}”: confira, mude o que for diferente e salve. As temporadas vêm junto; o calendário, não.`
    : "Dez minutos e as fotos da sua galeria. O que está marcado como opcional pode ficar para depois.";
}
