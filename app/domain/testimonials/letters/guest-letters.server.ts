import type { Transaction } from "../../../platform/db/client.server.ts";
import { quote, typed } from "../../../platform/mail/letter-words.ts";
import { queueMail } from "../../../platform/mail/outbox.server.ts";
import type { LinkingSite } from "../../../platform/mail/signed-links.server.ts";
import { monthName, monthOf } from "../../calendar/month.ts";
import { atLocation } from "../../region/locations.ts";
import { unconfirmedDays } from "../testimonial.ts";
import { testimonialLinks } from "../testimonial-links.server.ts";

interface Written {
  id: string;
  email: string;
  entrada: string;
  localizacao: string;
}

/**
 * Asks for confirmation. Anyone with the invitation may type anyone's address, so this letter repeats nobody's
 * words: neither typed text nor the ad's title.
 */
export async function queueConfirmation(
  tx: Transaction,
  { signedLinks, mailedSiteUrl }: LinkingSite,
  { id, email, entrada, localizacao }: Written,
): Promise<void> {
  const link = `${mailedSiteUrl}/meu-depoimento/${await signedLinks.sign(tx, testimonialLinks, id)}`;
  await queueMail(tx, {
    kind: "letter",
    to: email,
    subject: "Falta um toque para publicar o seu depoimento",
    button: { label: "Reler e publicar", url: link },
    text: `Olá!

Alguém escreveu um depoimento no Mar de Minas com este e-mail, sobre uma estadia ${atLocation(localizacao)} em ${monthName(monthOf(entrada))}.

Foi você? Abra o link, releia e toque em "Publicar depoimento":
${link}

Guarde esta mensagem: pelo mesmo link você apaga o depoimento quando quiser. O seu e-mail nunca aparece.

Se não foi você, não precisa fazer nada: sem a confirmação nada é publicado, e tudo se apaga em ${unconfirmedDays} dias.

Mar de Minas
`,
    about: id,
  });
}

interface Judged {
  id: string;
  email: string;
  title: string;
}

/** Informs the guest, who has confirmed the address, that the operator hid the testimonial. */
export async function queueHiddenForGuest(
  tx: Transaction,
  { signedLinks, mailedSiteUrl }: LinkingSite,
  { id, email, title }: Judged,
  reason: string,
): Promise<void> {
  const link = `${mailedSiteUrl}/meu-depoimento/${await signedLinks.sign(tx, testimonialLinks, id)}`;
  await queueMail(tx, {
    kind: "letter",
    to: email,
    subject: "Escondemos o seu depoimento no Mar de Minas",
    button: { label: "Falar com a gente", url: `${mailedSiteUrl}/contato` },
    text: `Olá!

O seu depoimento sobre "${typed(title)}" não aparece mais no anúncio.

O motivo:
${quote(reason)}

Se acha que nos enganamos, escreva para a gente:
${mailedSiteUrl}/contato

Para apagar de vez o que você escreveu:
${link}

Mar de Minas
`,
    about: id,
  });
}
