import type { Transaction } from "../../../platform/db/client.server.ts";
import { type LetterButton, quote, typed } from "../../../platform/mail/letter-words.ts";
import { queueAccountMail } from "../../../platform/mail/outbox.server.ts";
import { greet, type OwnerWords } from "../../../platform/mail/owner-words.ts";
import { describeVisit, firstNameOf, formatRating } from "../testimonial.ts";

interface NotifiedOwner {
  uid: string;
  ownerEmail: string;
  ownerName: string;
}

export interface WrittenTestimonial extends NotifiedOwner {
  id: string;
  postId: string;
  title: string;
  nome: string;
  nota: number;
  texto: string;
  entrada: string;
}

export async function queuePublished(
  tx: Transaction,
  siteUrl: string,
  written: WrittenTestimonial,
): Promise<void> {
  const { nome, nota, texto, title, entrada, postId } = written;
  const words = `${typed(firstNameOf(nome))} contou como foi em "${typed(title)}":

${formatRating(nota)}. ${describeVisit({ entrada })}.

${quote(texto)}`;
  await queueToOwner(tx, written, {
    subject: "Novo depoimento no seu anúncio",
    button: { label: "Responder ao depoimento", url: `${siteUrl}/posts/${postId}/depoimentos` },
    body: (
      theirs,
    ) => `${theirs(words, "Um hóspede que você convidou deixou um depoimento em um anúncio seu.")}

Já está no anúncio. Uma resposta sua, mesmo curta, aparece logo abaixo:
${siteUrl}/posts/${postId}/depoimentos`,
  });
}

export async function queueHiddenForOwner(
  tx: Transaction,
  siteUrl: string,
  written: WrittenTestimonial,
  reason: string,
): Promise<void> {
  await queueToOwner(tx, written, {
    subject: "Escondemos um depoimento do seu anúncio",
    button: { label: "Falar com a gente", url: `${siteUrl}/contato` },
    body: (
      theirs,
    ) => `${theirs(`O depoimento de ${typed(firstNameOf(written.nome))} não aparece mais em "${typed(written.title)}".`, "Um depoimento não aparece mais em um anúncio seu.")}

O motivo:
${quote(reason)}

Se acha que nos enganamos, responda a este e-mail ou escreva para a gente:
${siteUrl}/contato`,
  });
}

async function queueToOwner(
  tx: Transaction,
  { id, uid, ownerEmail, ownerName }: WrittenTestimonial,
  letter: { subject: string; button: LetterButton; body: (theirs: OwnerWords) => string },
): Promise<void> {
  await queueAccountMail(tx, uid, {
    to: ownerEmail,
    subject: letter.subject,
    button: letter.button,
    text: (theirs) => `${greet(theirs, ownerName)}\n\n${letter.body(theirs)}\n\nMar de Minas\n`,
    about: id,
  });
}
