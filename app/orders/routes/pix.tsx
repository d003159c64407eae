import { data, type RouterContextProvider, redirect } from "react-router";
import { findAccount } from "../../accounts/account.server.ts";
import { listPaymentNotices } from "../../accounts/payments/payment-notices.server.ts";
import { PaymentNotices } from "../../accounts/payments/payment-notices.tsx";
import { describeOwnPlan } from "../../accounts/plans/own-plan.ts";
import { holds, listPayablePlans } from "../../accounts/plans/plan-sale.ts";
import { tellPlan } from "../../accounts/plans/plan-story.ts";
import { redirectToLogin } from "../../accounts/return-path.server.ts";
import { currentUser, requireUser } from "../../accounts/session.server.ts";
import { today } from "../../calendar/civil-date.ts";
import type { PageHandle } from "../../delivery/public-page.ts";
import { answerForms } from "../../site/forms/answer-forms.server.ts";
import { sendForm } from "../../site/forms/send-form.ts";
import { isPrefetch } from "../../site/prefetch.ts";
import { refuse } from "../../site/refusal.ts";
import { type PixReceiver, siteContext } from "../../site/site.server.ts";
import { drawQrCode } from "../../ui/pictures/draw-qr-code.ts";
import { Page, PageHead } from "../../ui/shell/page-head.tsx";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { writeBrCode } from "../brcode.ts";
import { NothingToPay, nothingToPay } from "../nothing-to-pay.tsx";
import { orderState, type PlanOrder } from "../order.ts";
import { findReceipt, findRecentOrder, openOrder } from "../orders.server.ts";
import { PixPayment, type PixPaymentProps, type ShownOrder, titleOf } from "../pix-payment.tsx";
import { describeChoice, readPlanChoice, wrongChoice } from "../plan-choice.ts";
import { PlanChoices } from "../plan-choices.tsx";
import { planEffect } from "../plan-effect.ts";
import { receivePaid } from "../receive-paid.server.ts";
import type { Route } from "./+types/pix.ts";

export const handle: PageHandle = { isGuarded: true, returnQuery: ["plano", "por", "recibo"] };

const whyLogIn = "Para pagar com Pix, entre na sua conta: o plano vale para ela.";

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

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const pix = requirePix(context);
  const { uid } = requireUser(context);
  const site = context.get(siteContext);
  const { db } = site;
  const { choice, isWrong } = readPlanChoice(url.searchParams);
  const day = today();
  const [account, told] = await Promise.all([
    findAccount(db, uid),
    listPaymentNotices(db, uid, day),
  ]);
  const payable = listPayablePlans(account, day);
  const shared = { isWrong, payable, payment: null, needless: null };
  if (!choice || !account) {
    return data({ ...shared, notices: told }, { status: isWrong ? 400 : 200 });
  }
  const [latest, receipt] = await Promise.all([
    findRecentOrder(db, uid, choice, day),
    findReceipt(db, uid, choice),
  ]);
  const isHeld = holds(account, choice.plano, day);
  const showsReceipt = receipt !== null && url.searchParams.has("recibo");
  // A payment for a plan that one no longer has is history: whoever asks for the plan again wants a code.
  const isPast = latest?.settledAs === "received" && !isHeld;
  const recent = showsReceipt ? receipt : isPast ? null : latest;
  // Opening the page orders the plan: that happens once and tells nobody. Fetching it ahead doesn't.
  const opened = recent || isPrefetch(request) ? null : await openOrder(db, uid, choice, day);
  const found = opened?.ok ? opened.order : recent;
  const order = found && showOrder(found, pix, day);
  const notices = told.filter(({ orderId }) => orderId !== order?.id);
  const isPayable = payable.includes(choice.plano);
  if (!isPayable && order?.state !== "told" && order?.state !== "missing") {
    const needless = { choice, order, plan: describeOwnPlan(account, day, site) };
    return data({ ...shared, needless, notices }, { status: 200 });
  }
  const mayOrder = isPayable && (isHeld || !showsReceipt);
  const effect = planEffect(account, choice, day);
  const { title, until } = tellPlan(account, day);
  const plan = { title, until };
  const receiptOf = receipt && receipt.id !== order?.id ? receipt.settledAt : null;
  const payment = { choice, effect, receiver: pix.name, order, plan, mayOrder, receiptOf };
  return data({ ...shared, payment, notices }, { status: 200 });
}

/** The code is shown only while it should be paid. */
function showOrder(order: PlanOrder, pix: PixReceiver, day: string): ShownOrder {
  const state = orderState(order, day);
  const isPayable = order.settledAs === null && order.endsOn >= day;
  const text = isPayable ? writeBrCode(pix, order) : null;
  const code = text === null ? null : { text, drawing: drawQrCode(text) };
  return { ...order, state, code };
}

export function action(args: Route.ActionArgs) {
  const { context, url } = args;
  requirePix(context);
  const { uid } = requireUser(context);
  const samePage = () => redirect(url.pathname + url.search);
  return answerForms(args, {
    async gerar() {
      const { choice } = readPlanChoice(url.searchParams);
      if (!choice) return refuse("invalid", wrongChoice);
      const opened = await openOrder(context.get(siteContext).db, uid, choice, today());
      return opened.ok ? samePage() : opened;
    },
    async paguei({ text }) {
      const result = await receivePaid(context, uid, text("id"));
      return result.ok ? samePage() : result;
    },
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return sendForm(args, "Não conseguimos guardar. Confira a internet e tente de novo.");
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  const title = loaderData?.needless ? nothingToPay : titleOf(loaderData?.payment?.order?.state);
  return privatePageMeta(title);
}

function leadOf({ choice, effect, order }: Pick<PixPaymentProps, "choice" | "effect" | "order">) {
  const isNew = !order || order.state === "open";
  return `${isNew && effect.replaced ? "Mudar para o " : ""}${describeChoice(choice)}`;
}

export default function PixRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { payment, needless, notices, payable, isWrong } = loaderData;
  const back = { to: "/plans", text: "Planos" };
  if (needless) {
    const lead = `Você está no ${needless.plan.title}, sem data para terminar.`;
    return (
      <Page>
        <PageHead title={nothingToPay} lead={lead} back={back} />
        <PaymentNotices notices={notices} />
        <NothingToPay {...needless} payable={payable} outcome={actionData} />
      </Page>
    );
  }
  if (!payment) {
    return (
      <Page>
        <PageHead title="Pagar com Pix" lead="Escolha o plano e por quanto tempo." back={back} />
        <PaymentNotices notices={notices} />
        {isWrong && (
          <p className="note note--earth" role="alert">
            {wrongChoice}
          </p>
        )}
        <PlanChoices payable={payable} />
      </Page>
    );
  }
  return (
    <Page>
      <PageHead title={titleOf(payment.order?.state)} lead={leadOf(payment)} back={back} />
      <PaymentNotices notices={notices} />
      <PixPayment {...payment} outcome={actionData} />
    </Page>
  );
}
