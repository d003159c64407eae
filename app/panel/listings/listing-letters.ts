import { greet, type LetterText, type OwnWords } from "../../mail/own-words.ts";

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
): { subject: string; text: LetterText } {
  const { subject, body } = {
    paused: {
      subject: "Seu anúncio no Mar de Minas está em pausa",
      body: (
        own: OwnWords,
      ) => `Pausamos o seu anúncio${own(` "${title}"`, "")}. Por enquanto, só você o vê.

O motivo:
${reason}

Ele continua em Meus Anúncios, com tudo o que você escreveu:
${siteUrl}/dashboard

Depois de corrigir, ou se acha que nos enganamos, responda a este e-mail ou escreva para a gente:
${siteUrl}/contato`,
    },
    resumed: {
      subject: "Seu anúncio no Mar de Minas voltou ao ar",
      body: (
        own: OwnWords,
      ) => `O seu anúncio${own(` "${title}"`, "")} está no ar de novo, como estava antes da pausa:
${siteUrl}/posts/${id}`,
    },
    removed: {
      subject: "Seu anúncio no Mar de Minas foi removido",
      body: (own: OwnWords) => `Removemos o seu anúncio${own(` "${title}"`, "")}, com as fotos.

O motivo:
${reason}

Se acha que nos enganamos, responda a este e-mail ou escreva para a gente:
${siteUrl}/contato`,
    },
  }[event];
  const text = (own: OwnWords) => `${greet(own, ownerName)}\n\n${body(own)}\n\nMar de Minas\n`;
  return { subject, text };
}
