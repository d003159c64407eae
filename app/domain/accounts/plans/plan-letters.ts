import { greet, type WrittenLetter } from "../../../platform/mail/owner-words.ts";
import { addDays, daysFrom, formatCivilDate } from "../../calendar/civil-date.ts";
import { inDays } from "../../calendar/month.ts";
import { pixPath } from "./own-plan.ts";
import { contactPath } from "./plan-request.ts";
import { type PlanFacts, summarizePlan, titleOf } from "./plan-summary.ts";
import { describePrice, graceDays, warningDays } from "./plans.ts";

export type EndLetter = "week-before" | "last-day" | "paused";

/** The letters about a plan's end, in the order in which their days come. */
const letters: readonly (string | null)[] = ["week-before", "last-day", "paused"];

export interface LetterSite {
  /** No trailing slash. */
  mailedSiteUrl: string;
  /** Null where plans aren't paid by Pix. */
  pix: object | null;
}

/** The latest letter about a plan's end, and the end that it was about. */
export interface EndLetterColumns {
  endLetter: string | null;
  endLetterFor: string | null;
}

/** The letter due on a day on which so many ads are paused; null if it or a later one was sent. */
export function endLetterDue(
  end: string,
  { endLetter, endLetterFor }: EndLetterColumns,
  day: string,
  pausing: number,
): EndLetter | null {
  const due = pausing > 0 ? "paused" : announcementOn(daysFrom(day, end));
  const sent = endLetterFor === end ? letters.indexOf(endLetter) : -1;
  return due && letters.indexOf(due) > sent ? due : null;
}

function announcementOn(daysLeft: number): EndLetter | null {
  if (daysLeft === 0) return "last-day";
  return daysLeft > 0 && daysLeft <= warningDays ? "week-before" : null;
}

export interface PlanEnd {
  /** The plan's last day. */
  end: string;
  /** Number of ads that this concerns: those still public, or those being paused. */
  ads: number;
  /** A payment waits for the operator. */
  isReported: boolean;
}

/** Writes about a plan's end on a day; `owner` is what the account is once that day's changes are made. */
export function writeEndLetter(
  letter: EndLetter,
  owner: PlanFacts & { displayName: string },
  { end, ads, isReported }: PlanEnd,
  { mailedSiteUrl, pix }: LetterSite,
  day: string,
): WrittenLetter {
  const { request } = summarizePlan(owner, day);
  const had = titleOf(request.plano);
  const date = formatCivilDate(end);
  const [stay, left, comeBack] =
    ads === 1
      ? ["seu anúncio fica", "Seu anúncio saiu", "Ele volta como estava"]
      : ["seus anúncios ficam", "Seus anúncios saíram", "Eles voltam como estavam"];
  const [subject, opening] = {
    "week-before": [
      `Seu plano no Mar de Minas vai até ${date}`,
      `Seu ${had} vai até ${date}, ${inDays(daysFrom(day, end))}.`,
    ],
    "last-day": [
      "Hoje é o último dia do seu plano no Mar de Minas",
      `Hoje, ${date}, é o último dia do seu ${had}.`,
    ],
    paused: [
      `${left} do ar no Mar de Minas`,
      `${left} do ar hoje, porque o seu ${had} terminou em ${date}.`,
    ],
  }[letter];
  const after =
    letter === "paused"
      ? `Nada foi apagado. ${comeBack} quando você renovar.`
      : ads > 0 &&
        `Se passar da data, ${stay} no ar até ${formatCivilDate(addDays(end, graceDays))}, e depois em pausa, com tudo guardado.`;
  const button = isReported
    ? { label: "Ver meus anúncios", url: `${mailedSiteUrl}/dashboard` }
    : pix
      ? { label: "Pagar com Pix", url: mailedSiteUrl + pixPath(request.plano, "mes") }
      : { label: "Renovar o plano", url: mailedSiteUrl + contactPath(request) };
  const paying = isReported
    ? "Seu aviso de pagamento chegou, e conferimos em até um dia útil: não é preciso pagar de novo."
    : `Para continuar, ${describePrice(request.plano)}.`;
  const parts = [opening, after, paying, `${button.label}: ${button.url}`];
  return {
    subject: subject ?? "",
    button,
    text: (theirs) =>
      [
        greet(theirs, owner.displayName),
        ...parts.filter(Boolean),
        "Dúvidas? É só responder a este e-mail.",
        "Mar de Minas\n",
      ].join("\n\n"),
  };
}
