import type { RequestSite } from "../../site/site.server.ts";
import { type PaymentWay, paymentWays } from "./payment-ways.ts";
import { contactPath } from "./plan-request.ts";
import { type PlanFacts, type PlanStory, tellPlan } from "./plan-story.ts";

/** An advertiser's plan and where its links lead, as plain data for a page. */
export interface OwnPlan extends PlanStory {
  ways: PaymentWay[];
  /** Asks for more ads; null while there is room. */
  moreTo: string | null;
}

export function describeOwnPlan(
  account: PlanFacts & { email: string },
  day: string,
  { pix, contact, siteUrl }: Pick<RequestSite, "pix" | "contact" | "siteUrl">,
): OwnPlan {
  const story = tellPlan(account, day);
  const site = { pix: pix !== null, whatsapp: contact.whatsapp, siteUrl };
  return {
    ...story,
    ways: paymentWays(story.request, site, account.email),
    moreTo: story.more && contactPath(story.more),
  };
}
