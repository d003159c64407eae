/** Why visitors don't see a listing: it rests, its owner deleted it, or the staff took it off the site. */
export type Absence = "paused" | "deleted" | "withdrawn";

/** What visitors are told of each, without blaming anyone. */
export const absenceWords: Readonly<Record<Absence, { title: string; text: string }>> = {
  paused: { title: "Este anúncio está em pausa", text: "Ele pode voltar em breve." },
  deleted: { title: "Este anúncio saiu do ar", text: "Ele não está mais no site." },
  withdrawn: {
    title: "Este anúncio saiu do ar",
    text: "Nós o retiramos. Se você combinou algo com quem anunciava, não pague sem conferir.",
  },
};
