import { quote, typed } from "../../mail/letter-words.ts";
import { greet, type OwnerWords, type WrittenLetter } from "../../mail/owner-words.ts";

interface LetterListing {
  id: string;
  title: string;
  ownerName: string;
}

type ListingEvent = "paused" | "resumed" | "removed";

export function writeListingLetter(
  event: ListingEvent,
  { id, title, ownerName }: LetterListing,
  reason: string,
  siteUrl: string,
): WrittenLetter {
  const { subject, label, path, body } = {
    paused: {
      subject: "Seu anúncio no Mar de Minas está em pausa",
      label: "Ver Meus Anúncios",
      path: "/dashboard",
      body: (
        theirs: OwnerWords,
      ) => `Pausamos o seu anúncio${theirs(` "${typed(title)}"`, "")}. Por enquanto, só você o vê.

O motivo:
${quote(reason)}

Ele continua em Meus Anúncios, com tudo o que você escreveu:
${siteUrl}/dashboard

Depois de corrigir, ou se acha que nos enganamos, responda a este e-mail ou escreva para a gente:
${siteUrl}/contato`,
    },
    resumed: {
      subject: "Seu anúncio no Mar de Minas voltou ao ar",
      label: "Ver o anúncio",
      path: `/posts/${id}`,
      body: (
        theirs: OwnerWords,
      ) => `O seu anúncio${theirs(` "${typed(title)}"`, "")} está no ar de novo, como estava antes da pausa:
${siteUrl}/posts/${id}`,
    },
    removed: {
      subject: "Seu anúncio no Mar de Minas foi removido",
      label: "Falar com a gente",
      path: "/contato",
      body: (
        theirs: OwnerWords,
      ) => `Removemos o seu anúncio${theirs(` "${typed(title)}"`, "")}, com as fotos.

O motivo:
${quote(reason)}

Se acha que nos enganamos, responda a este e-mail ou escreva para a gente:
${siteUrl}/contato`,
    },
  }[event];
  const text = (theirs: OwnerWords) =>
    `${greet(theirs, ownerName)}\n\n${body(theirs)}\n\nMar de Minas\n`;
  return { subject, text, button: { label, url: siteUrl + path } };
}
