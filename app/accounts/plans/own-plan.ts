import type { RequestSite } from "../../site/site.server.ts";
import { awaited, type PaymentNotice } from "../payments/payment-notice.ts";
import { type PaymentWay, paymentWays } from "./payment-ways.ts";
import { contactPath } from "./plan-request.ts";
import { type PlanFacts, type PlanStory, tellPlan } from "./plan-story.ts";

/** An advertiser's plan and where its links lead, as plain data for a page. */
export interface OwnPlan extends PlanStory {
  ways: PaymentWay[];
  /** Payments told of, which stand in for ways to pay once more. */
  notices: PaymentNotice[];
  /** Asks for more ads; null while there is room, or a payment that may be for it waits. */
  moreTo: string | null;
}

export function describeOwnPlan(
  account: PlanFacts & { email: string },
  day: string,
  { pix, contact, siteUrl }: Pick<RequestSite, "pix" | "contact" | "siteUrl">,
  notices: PaymentNotice[] = [],
): OwnPlan {
  const isTold = awaited(notices).length > 0;
  const story = tellPlan(account, day, isTold);
  const site = { pix: pix !== null, whatsapp: contact.whatsapp, siteUrl };
  const ways = paymentWays(story, site, account.email);
  const others = notices.length > 0 ? ways.filter(({ kind }) => kind !== "pix") : ways;
  return {
    ...story,
    ways: isTold ? [] : others,
    notices,
    moreTo: story.more && !(isTold && story.more.para === "mudar") ? contactPath(story.more) : null,
  };
}
