import { eq } from "drizzle-orm";
import type { Transaction } from "../../db/client.server.ts";
import { posts } from "../../db/schema.ts";
import type { StayOffer } from "../../listings/listing.ts";
import { shownTotal } from "../../listings/offers/offered-total.ts";
import type { LetterButton } from "../../mail/letter-words.ts";
import { queueMail } from "../../mail/outbox.server.ts";
import { formatEstimate } from "../../prices/estimate.ts";
import { describeUnpriced } from "../../prices/seasons.ts";
import { atLocation } from "../../region/locations.ts";
import { pageAddress } from "../../ui/shell/page-meta.ts";
import { askedInquiry, describeInquiry, type QuestionAnswer, stayOf } from "../question.ts";
import { describePrice } from "../stay-offer.server.ts";
import type { LetterSite } from "./owner-letter.server.ts";

/**
 * Anyone may type anyone's address into the form, so these letters have the site's words, the place and dates: never
 * what was typed, be it the question or an ad's title.
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
  { signedLinks, mailedSiteUrl: siteUrl }: LetterSite,
  question: AskedQuestion,
  offer: StayOffer | null,
): Promise<void> {
  const token = await signedLinks.sign(tx, "asked", question.id);
  await queueLetter(
    tx,
    question,
    "Sua pergunta foi enviada",
    { label: "Ver o anúncio", url: listingAddress(question, siteUrl) },
    `A sua pergunta sobre ${await houseOf(tx, question)} foi enviada a quem anuncia.

${listFacts(question, offer, siteUrl)}

A resposta vem para este e-mail. Outras casas${stayOf(question) ? " livres nessas datas" : ""}, se ela demorar:
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
  const asked = describeInquiry(question);
  const house = await houseOf(tx, question);
  const about = asked ? `${house} (${asked})` : house;
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

async function houseOf(tx: Transaction, { postId }: AskedQuestion): Promise<string> {
  const [post] = await tx
    .select({ localizacao: posts.localizacao })
    .from(posts)
    .where(eq(posts.id, postId));
  return post ? `a casa ${atLocation(post.localizacao)}` : "a casa do anúncio";
}

function listFacts(question: AskedQuestion, offer: StayOffer | null, siteUrl: string): string {
  const asked = describeInquiry(question);
  return [
    asked && `Datas e pessoas: ${asked}`,
    offer && `Estimativa: ${describeToVisitor(offer)}`,
    `O anúncio: ${listingAddress(question, siteUrl)}`,
  ]
    .filter(Boolean)
    .join("\n");
}

/** An amount that leaves a holiday's price out is never the first thing that a visitor reads. */
function describeToVisitor(offer: StayOffer): string {
  const { brokenRule, unpricedHoliday, hasCharges } = offer;
  const more = hasCharges && !brokenRule ? ", mais taxas" : "";
  const total = shownTotal(offer);
  if (!unpricedHoliday || total === null) return describePrice(offer) + more;
  return `preço a confirmar. ${describeUnpriced(unpricedHoliday)}; no preço comum, ${formatEstimate(total)}${more}`;
}

function listingAddress(question: AskedQuestion, siteUrl: string): string {
  return siteUrl + pageAddress(`/posts/${question.postId}`, askedInquiry(question));
}

function searchAddress(question: AskedQuestion, siteUrl: string): string {
  return siteUrl + pageAddress("/search", askedInquiry(question));
}
