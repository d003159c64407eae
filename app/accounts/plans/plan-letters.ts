import { addDays, daysFrom, formatCivilDate } from "../../calendar/civil-date.ts";
import { inDays } from "../../calendar/day-words.ts";
import { greet, type LetterText } from "../../mail/owner-words.ts";
import { awaited, type PaymentNotice } from "../payments/payment-notice.ts";
import type { EndLetter } from "./end-letters.ts";
import { paymentWays } from "./payment-ways.ts";
import { formatPrice } from "./plan-prices.ts";
import { contactPath } from "./plan-request.ts";
import { describeCredit, type ReplacedPlan } from "./plan-sale.ts";
import { graceDays } from "./plan-state.ts";
import {
  type PlanFacts,
  type PlanStory,
  sayBeyond,
  tellPlan,
  titleOf,
  untilRenewed,
} from "./plan-story.ts";
import { isFreeTerm, type PlanTerm, planTerms } from "./plan-terms.ts";
import { countAds, findPlan, type PlanId } from "./plans.ts";

export interface LetterSite {
  /** No trailing slash. */
  mailedSiteUrl: string;
  /** Null where plans aren't paid by Pix. */
  pix: object | null;
}

export type LetterOwner = PlanFacts & { displayName: string };

export interface Letter {
  subject: string;
  text: LetterText;
  /** The one address that matters most; if the text doesn't have it, the plain text names it at its end. */
  button: { label: string; url: string };
}

export interface PlanEnd {
  /** The plan's last day. */
  end: string;
  /** Number of ads that this concerns: those still public, or those being paused. */
  ads: number;
  /** Payments told of. */
  notices: readonly PaymentNotice[];
}

const here = "no Mar de Minas";

/** Writes about a plan's end on a day; `owner` is what the account is once that day's changes are made. */
export function writeEndLetter(
  letter: EndLetter,
  owner: LetterOwner,
  { end, ads, notices }: PlanEnd,
  site: LetterSite,
  day: string,
): Letter {
  const isPaid = awaited(notices).length > 0;
  const story = tellPlan(owner, day, isPaid);
  const had = titleOf(story.request.plano);
  const date = formatCivilDate(end);
  const lastPublicDay = formatCivilDate(addDays(end, graceDays));
  const isOne = ads === 1;
  const stay = isOne ? "Seu anúncio fica" : "Seus anúncios ficam";
  const left = isOne ? "Seu anúncio saiu do ar" : "Seus anúncios saíram do ar";
  const [subject, opening] = {
    "month-before": [
      `Seu plano ${here} termina ${inDays(daysFrom(day, end))}`,
      `Seu ${had} vai até ${date}, ${inDays(daysFrom(day, end))}.`,
    ],
    "week-before": [
      `Seu plano ${here} vai até ${date}`,
      `Seu ${had} vai até ${date}, ${inDays(daysFrom(day, end))}.`,
    ],
    "last-day": [
      `Hoje é o último dia do seu plano ${here}`,
      `Hoje, ${date}, é o último dia do seu ${had}.`,
    ],
    ended: [`Seu plano ${here} terminou em ${date}`, `Seu ${had} terminou em ${date}.`],
    "pause-soon": [`${stay} ${here} só até ${lastPublicDay}`, `Seu ${had} terminou em ${date}.`],
    paused: [`${left} ${here}`, `${left} hoje, porque o seu ${had} terminou em ${date}.`],
  }[letter] as [string, string];
  const comeBack = isOne ? "ele volta como estava" : "eles voltam como estavam";
  const kept = `Nada foi apagado: fotos, textos e calendário estão guardados, e ${comeBack} quando ${untilRenewed(isPaid)}.`;
  const after =
    letter === "paused"
      ? kept
      : (story.ads ?? "Sem um plano não dá para publicar anúncios; sua conta continua como está.");
  const { lines, button } = howToPay(story, notices, site);
  return { subject, text: writeOut(owner, [opening, after, lines]), button };
}

export interface ReceivedPix {
  /** Of BRL. */
  cents: number;
  txid: string;
}

export interface PlanChange {
  before: PlanFacts;
  after: LetterOwner & { plano: PlanId };
  /** Free terms are named as such. */
  term: PlanTerm | null;
  replaced: ReplacedPlan | null;
  payment?: ReceivedPix | undefined;
  /** Payments told of. */
  notices: readonly PaymentNotice[];
  /** Ads that are public again. */
  resumed: number;
}

/** Writes what an operator changed about a plan, with the receipt of a Pix; null if nothing did. */
export function writeGrantLetter(
  { before, after, term, replaced, payment, notices, resumed }: PlanChange,
  site: LetterSite,
  day: string,
): Letter | null {
  const isSame = before.plano === after.plano && before.validoAte === after.validoAte;
  if (isSame && resumed === 0) return null;
  const story = tellPlan(after, day, awaited(notices).length > 0);
  const { lines, button } = howToPay(story, notices, site);
  if (after.plano === "nenhum") {
    const text = writeOut(after, [story.until, story.ads, lines]);
    return { subject: `Seu plano ${here} terminou`, text, button };
  }
  const { title } = story;
  const dashboard = `${site.mailedSiteUrl}/dashboard`;
  const end = after.validoAte && formatCivilDate(after.validoAte);
  const until = end ? `vai até ${end}` : "não tem data para terminar";
  const isBack = resumed === 1 ? "seu anúncio voltou ao ar" : "seus anúncios voltaram ao ar";
  const had = tellPlan(before, day);
  const event = {
    renewed: `Seu ${title} ${here} foi renovado`,
    changed: `Agora você está no ${title} do Mar de Minas`,
    dated: `Seu ${title} ${here} ${until}`,
    started: `Seu ${title} ${here} está ativo`,
  }[eventOf(before, after, had)];
  const receipt =
    payment !== undefined &&
    `Recebemos seu Pix de ${formatPrice(payment.cents)} em ${formatCivilDate(day)}, identificador ${payment.txid}.`;
  return {
    subject: resumed > 0 ? `${event}, e ${isBack}` : event,
    text: writeOut(after, [
      receipt,
      `${end ? `Seu ${title} vai até ${end}, incluído.` : `Você está no ${title}. ${story.until}`} ${sayAllowance(after)}`,
      replaced !== null && replaced.until !== null && describeCredit(replaced, after.plano, true),
      term && isFreeTerm(term) && `São ${planTerms[term].label}: não há nada a pagar agora.`,
      resumed > 0 &&
        `${resumed === 1 ? "Seu anúncio voltou" : "Seus anúncios voltaram"} ao ar, com fotos, textos e calendário como estavam.`,
      `Ver meus anúncios: ${dashboard}`,
      receipt ? "Guarde este e-mail. Dúvidas? É só responder a ele." : lines,
      end && !story.isUrgent && "Perto do fim, avisamos por e-mail.",
    ]),
    button: { label: "Ver meus anúncios", url: dashboard },
  };
}

type GrantEvent = "renewed" | "changed" | "dated" | "started";

function eventOf(before: PlanFacts, after: PlanFacts, had: PlanStory): GrantEvent {
  const ended = before.plano === "nenhum" ? before.endedPlan : before.plano;
  if (ended === null || had.state.kind === "none") return "started";
  if (ended !== after.plano) return findPlan(ended) ? "changed" : "started";
  const isLonger =
    after.validoAte !== null &&
    (before.validoAte === null ? had.isDue : after.validoAte > before.validoAte);
  return isLonger ? "renewed" : "dated";
}

/**
 * Says what the plan costs and how to pay, with addresses that already say what is asked for; or what has become of
 * a payment that waits for the operator.
 */
function howToPay(
  story: PlanStory,
  notices: readonly PaymentNotice[],
  { mailedSiteUrl, pix }: LetterSite,
) {
  const { cost, request } = story;
  const paid = awaited(notices);
  if (paid.length > 0) {
    const button = paid.some(({ kind }) => kind === "late")
      ? { label: "Falar com a gente", url: `${mailedSiteUrl}${contactPath(request)}` }
      : { label: "Ver meus anúncios", url: `${mailedSiteUrl}/dashboard` };
    const lines = [
      ...paid.map(({ text, detail }) => `${text} ${detail}`),
      "Não é preciso pagar de novo. Dúvidas? É só responder a este e-mail.",
    ].join("\n\n");
    return { lines, button };
  }
  const site = { pix: pix !== null, whatsapp: null, siteUrl: mailedSiteUrl };
  const byPix = paymentWays(story, site).find(({ kind }) => kind === "pix");
  const ask = `${mailedSiteUrl}${contactPath(request)}`;
  const lines = [
    cost,
    [
      byPix && `${byPix.label}: ${mailedSiteUrl}${byPix.href}`,
      `Pedir pelo WhatsApp ou por mensagem: ${ask}`,
      `Os planos e os preços: ${mailedSiteUrl}/plans`,
    ]
      .filter(Boolean)
      .join("\n"),
    "Também dá para responder a este e-mail.",
  ].join("\n\n");
  const button = byPix
    ? { label: byPix.label, url: `${mailedSiteUrl}${byPix.href}` }
    : { label: "Renovar o plano", url: ask };
  return { lines, button };
}

function writeOut(owner: LetterOwner, parts: (string | null | false | "")[]): LetterText {
  const body = parts.filter(Boolean).join("\n\n");
  return (theirs) => `${greet(theirs, owner.displayName)}\n\n${body}\n\nMar de Minas\n`;
}

function sayAllowance({ plano, postsCriados, postsPermitidos: ads }: LetterOwner): string {
  const beyond = sayBeyond(plano, postsCriados);
  if (beyond) return beyond;
  return ads === 1 ? "Nele cabe 1 anúncio." : `Nele cabem até ${countAds(ads)}.`;
}
