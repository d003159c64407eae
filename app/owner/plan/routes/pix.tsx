import { data, type RouterContextProvider, redirect } from "react-router";
import { findAccount } from "../../../domain/accounts/account.server.ts";
import {
  findSettled,
  openOrder,
  reportPayment,
} from "../../../domain/accounts/orders/orders.server.ts";
import { describeChoice, readPlanChoice } from "../../../domain/accounts/orders/plan-choice.ts";
import { summarizePlan } from "../../../domain/accounts/plans/plan-summary.ts";
import { endOfSale } from "../../../domain/accounts/plans/plans.ts";
import { redirectToLogin } from "../../../domain/accounts/return-path.server.ts";
import { currentUser, requireUser } from "../../../domain/accounts/session-context.server.ts";
import { today } from "../../../domain/calendar/civil-date.ts";
import { ErrorNote } from "../../../platform/ui/feedback/error-line.tsx";
import { drawQrCode } from "../../../platform/ui/pictures/draw-qr-code.ts";
import { Page, PageHead } from "../../../platform/ui/shell/page-head.tsx";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { redirectWithFlash } from "../../../platform/web/flash-cookie.server.ts";
import { answerForms } from "../../../platform/web/forms/answer-forms.server.ts";
import type { PageHandle } from "../../../platform/web/pages/public-page.ts";
import {
  hour,
  type Limit,
  tooManyTries,
  withinLimits,
} from "../../../platform/web/rate-limit.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { writeBrCode } from "../brcode.ts";
import { PixPayment } from "../pix-payment.tsx";
import type { Route } from "./+types/pix.ts";

export const handle: PageHandle = {
  isGuarded: true,
  returnQuery: ["plano", "por"],
};

const whyLogIn = "Para pagar com Pix, entre na sua conta: o plano vale para ela.";

/** Each counts a letter to the operator; accounts are cheap, so networks count as well. */
const paidOfUser: Limit = { name: "paid-user", points: 10, duration: 24 * hour };
const paidOfAddress: Limit = { name: "paid-address", points: 20, duration: 24 * hour };

/** Where the site takes no Pix, there is no such page, not even one that asks for a login. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, url }, next) => {
    requirePix(context);
    if (!currentUser(context)) throw await redirectToLogin(url, whyLogIn);
    return next();
  },
];

function requirePix(context: Readonly<RouterContextProvider>) {
  const { pix, hidePage } = context.get(siteContext);
  if (pix) return pix;
  hidePage();
  throw data(null, { status: 404 });
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const pix = requirePix(context);
  const { uid } = requireUser(context);
  const { db } = context.get(siteContext);
  const choice = readPlanChoice(url.searchParams);
  const account = await findAccount(db, uid);
  // Opening the page orders the plan: that happens once and notifies nobody.
  const day = today();
  const order = choice && account && (await openOrder(db, uid, choice, day));
  if (!order) throw redirect("/plans");
  const text = writeBrCode(pix, order);
  const { title, until } = summarizePlan(account, day);
  return {
    choice,
    order,
    code: { text, drawing: drawQrCode(text) },
    settled: await findSettled(db, uid, choice),
    until: endOfSale(account, choice, day),
    held: `Hoje: ${title}. ${until}`,
    receiver: pix.name,
  };
}

export function action(args: Route.ActionArgs) {
  const { context, url } = args;
  requirePix(context);
  const { uid } = requireUser(context);
  const { db, mailedSiteUrl, operatorEmail, clientAddress } = context.get(siteContext);
  return answerForms(args, {
    async paguei({ text }) {
      const reported = await withinLimits(
        context,
        [
          [paidOfUser, uid],
          [paidOfAddress, clientAddress],
        ],
        () => reportPayment({ db, mailedSiteUrl, operatorEmail }, uid, text("id")),
        (result) => result.ok && result.isNew,
      );
      if (!reported?.ok) return reported ?? tooManyTries;
      const flash = { kind: "success", text: "Seu aviso chegou." } as const;
      return redirectWithFlash(url.pathname + url.search, flash);
    },
  });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Pagar com Pix");
}

export default function PixRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Page>
      <PageHead
        title="Pagar com Pix"
        lead={describeChoice(loaderData.choice)}
        back={{ to: "/plans", text: "Planos" }}
      />
      <ErrorNote>{actionData?.message}</ErrorNote>
      <PixPayment {...loaderData} />
    </Page>
  );
}
