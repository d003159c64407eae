import { eq } from "drizzle-orm";
import type { Transaction } from "../../../platform/db/client.server.ts";
import { posts } from "../../../platform/db/schema.ts";
import type { LetterButton } from "../../../platform/mail/letter-words.ts";
import { queueMail } from "../../../platform/mail/outbox.server.ts";
import type { LinkingSite } from "../../../platform/mail/signed-links.server.ts";
import { pageAddress } from "../../../platform/ui/shell/page-address.ts";
import { atLocation } from "../../region/locations.ts";
import { askedInquiry, describeInquiry, type QuestionAnswer, stayOf } from "../question.ts";
import { receiptLinks } from "../question-links.server.ts";

/**
 * Anyone may type anyone's address into the form, so these letters have the site's words, the place and dates: never
 * what was typed, whether the question or an ad's title.
 */
export interface AskedQuestion {
  id: string;
  postId: string;
  email: string;
  entrada: string | null;
  saida: string | null;
  pessoas: number | null;
}

const farewell = `Não foi você? Alguém digitou o seu e-mail por engano. Pode ignorar esta mensagem.

Mar de Minas
`;

export async function queueReceipt(
  tx: Transaction,
  { signedLinks, mailedSiteUrl: siteUrl }: LinkingSite,
  question: AskedQuestion,
): Promise<void> {
  const token = await signedLinks.sign(tx, receiptLinks, question.id);
  await queueLetter(
    tx,
    question,
    "Sua pergunta foi enviada",
    { label: "Ver o anúncio", url: listingAddress(question, siteUrl) },
    `A sua pergunta sobre ${await describeAsked(tx, question)} foi enviada a quem anuncia. A resposta vem para este e-mail.

O anúncio:
${listingAddress(question, siteUrl)}

Se a resposta demorar, outras casas${stayOf(question) ? " livres nessas datas" : ""}:
${searchAddress(question, siteUrl)}

Para apagar a pergunta e o que guardamos de você com ela:
${siteUrl}/minha-pergunta/${token}`,
  );
}

export async function queueAnswer(
  tx: Transaction,
  siteUrl: string,
  question: AskedQuestion,
  answer: QuestionAnswer,
): Promise<void> {
  const about = await describeAsked(tx, question);
  const listing = { label: "Ver o anúncio", url: listingAddress(question, siteUrl) };
  const words: Record<QuestionAnswer, { subject: string; button: LetterButton; text: string }> = {
    livre: {
      subject: "Está livre!",
      button: listing,
      text: `Quem anuncia diz que ${about} está livre.

Combine os detalhes por telefone ou WhatsApp, que estão no anúncio:
${listingAddress(question, siteUrl)}

Antes de pagar, veja a casa por vídeo e confira o nome no Pix. A reserva só vale depois de combinada com quem anuncia.`,
    },
    ocupado: {
      subject: "Nessas datas está ocupado",
      button: { label: "Ver outras casas", url: searchAddress(question, siteUrl) },
      text: `Quem anuncia diz que ${about} está ocupada.

Outras casas${stayOf(question) ? " livres nessas datas" : ""}:
${searchAddress(question, siteUrl)}`,
    },
    respondido: {
      subject: "Sua pergunta foi respondida",
      button: listing,
      text: `Quem anuncia diz que já respondeu à sua pergunta sobre ${about}.

Não achou a resposta? Procure na caixa de spam e no WhatsApp. O telefone está no anúncio:
${listingAddress(question, siteUrl)}`,
    },
  };
  const { subject, button, text } = words[answer];
  await queueLetter(tx, question, subject, button, text);
}

async function queueLetter(
  tx: Transaction,
  { id, email }: AskedQuestion,
  subject: string,
  button: LetterButton,
  text: string,
): Promise<void> {
  await queueMail(tx, {
    kind: "letter",
    to: email,
    about: id,
    subject,
    button,
    text: `Olá!\n\n${text}\n\n${farewell}`,
  });
}

/** Words such as "a casa em Capitólio (11/12/2026 a 13/12/2026 (2 noites), 4 pessoas)". */
async function describeAsked(tx: Transaction, question: AskedQuestion): Promise<string> {
  const [post] = await tx
    .select({ localizacao: posts.localizacao })
    .from(posts)
    .where(eq(posts.id, question.postId));
  const house = post ? `a casa ${atLocation(post.localizacao)}` : "a casa do anúncio";
  const asked = describeInquiry(question);
  return asked ? `${house} (${asked})` : house;
}

function listingAddress(question: AskedQuestion, siteUrl: string): string {
  return siteUrl + pageAddress(`/posts/${question.postId}`, askedInquiry(question));
}

function searchAddress(question: AskedQuestion, siteUrl: string): string {
  return siteUrl + pageAddress("/search", askedInquiry(question));
}
