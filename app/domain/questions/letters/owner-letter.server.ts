import type { Transaction } from "../../../platform/db/client.server.ts";
import { quote, typed } from "../../../platform/mail/letter-words.ts";
import { queueAccountMail } from "../../../platform/mail/outbox.server.ts";
import { greet } from "../../../platform/mail/owner-words.ts";
import type { LinkingSite } from "../../../platform/mail/signed-links.server.ts";
import { whatsappLink } from "../../../platform/ui/forms/phone.ts";
import type { StayOffer } from "../../listings/listing.ts";
import { atLocation } from "../../region/locations.ts";
import { answerLabels, answers, describeInquiry } from "../question.ts";
import { answerLinks } from "../question-links.server.ts";
import { describeNights, describePrice } from "../stay-offer.server.ts";
import { type AskedQuestion, queueReceipt } from "./visitor-letters.server.ts";

interface LetterQuestion extends AskedQuestion {
  title: string;
  localizacao: string;
  nome: string;
  telefone: string | null;
  mensagem: string;
}

interface LetterOwner {
  uid: string;
  email: string;
  displayName: string;
}

/**
 * Passes a question on to the advertiser, whose answer by e-mail goes straight to the visitor, and informs the
 * visitor so.
 */
export async function deliverQuestion(
  tx: Transaction,
  site: LinkingSite,
  { uid, email, displayName }: LetterOwner,
  question: LetterQuestion,
  offer: StayOffer | null,
): Promise<void> {
  const token = await site.signedLinks.sign(tx, answerLinks, question.id);
  const link = `${site.mailedSiteUrl}/pergunta/${token}`;
  const asked = describeInquiry(question);
  const { telefone } = question;
  await queueAccountMail(tx, uid, {
    to: email,
    about: question.id,
    subject: asked ? `Pergunta de um hóspede: ${asked}` : "Pergunta de um hóspede",
    replyTo: { name: question.nome, address: question.email },
    button: (theirs) => ({
      label: theirs(answerLabels.livre, "Ler a pergunta"),
      url: theirs(`${link}?resposta=livre`, `${site.mailedSiteUrl}/perguntas`),
    }),
    links: telefone ? [whatsappAnswer(question, telefone)] : [],
    text: (theirs) => `${greet(theirs, displayName)}

${theirs(passOn(question, offer, link), hold(site))}

Para não receber perguntas por e-mail, desligue-as em ${site.mailedSiteUrl}/minha-conta

Mar de Minas
`,
  });
  await queueReceipt(tx, site, question);
}

/** An address that nobody confirmed may be a stranger's, who mustn't read or answer the question. */
function hold({ mailedSiteUrl }: LinkingSite): string {
  return `Um hóspede perguntou sobre um anúncio seu. Leia e responda em ${mailedSiteUrl}/perguntas

Quando você confirmar este e-mail em ${mailedSiteUrl}/minha-conta, as perguntas chegam inteiras aqui.`;
}

function passOn(question: LetterQuestion, offer: StayOffer | null, link: string): string {
  const { nome, email, telefone, title, localizacao, mensagem } = question;
  const asked = describeInquiry(question);
  const facts = [
    asked && `Datas e pessoas: ${asked}`,
    offer && `Estimativa, com os seus preços: ${describePrice(offer)}`,
    offer && `No seu calendário: ${describeNights(offer)}`,
  ].filter(Boolean);
  const ways = [
    `Por e-mail, respondendo a esta mensagem: ela vai para ${typed(email)}, e quem perguntou vê o seu endereço.`,
    telefone && `Responder no WhatsApp: ${whatsappAnswer(question, telefone)}`,
  ].filter(Boolean);
  const buttons = answers.map((answer) => `${answerLabels[answer]}: ${link}?resposta=${answer}`);
  return `${typed(nome)} perguntou sobre ${typed(title)}, ${atLocation(localizacao)}:

${quote(mensagem)}
${facts.length > 0 ? `\n${facts.join("\n")}\n` : ""}
## Como responder

${ways.join("\n\n")}

Ou com um toque, sem entrar na conta. O link abre a pergunta e pede a confirmação; aí avisamos quem perguntou:

${buttons.join("\n")}

Os links servem por ${answerLinks.days} dias, enquanto você não troca de e-mail ou de senha. Não passe esta mensagem adiante.`;
}

function whatsappAnswer({ nome, title }: LetterQuestion, telefone: string): string {
  const reply = `Olá, ${nome}! Sobre a sua pergunta no Mar de Minas, do anúncio "${title}":`;
  return whatsappLink(telefone, reply);
}
