import { answerForms } from "../../site/forms/answer-forms.server.ts";
import { refuse } from "../../site/refusal.ts";
import { siteContext } from "../../site/site.server.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { noted } from "../answer.server.ts";
import { PanelHead } from "../panel.tsx";
import { listOrders } from "../payments/listed-orders.server.ts";
import { OrderList } from "../payments/order-list.tsx";
import { missPayment, receivePayment } from "../payments/payment-commands.server.ts";
import { readReason } from "../reason.ts";
import { requireStaff } from "../staff/staff-context.server.ts";
import type { Route } from "./+types/payments.ts";

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { db, pix } = context.get(siteContext);
  return { ...(await listOrders(db)), takesPix: pix !== null };
}

export function action(args: Route.ActionArgs) {
  const { context, url } = args;
  const user = requireStaff(context);
  const site = context.get(siteContext);
  return answerForms(args, {
    recebi({ text }) {
      if (text("confirmado") !== "sim") {
        const question = "O dinheiro está no extrato? O plano vale na hora.";
        return refuse("unconfirmed", `${question} Toque de novo para confirmar.`);
      }
      return noted(
        receivePayment(site, user, { id: text("id"), ate: text("ate") }),
        url,
        "Pix confirmado: o plano já vale.",
      );
    },
    "nao-recebi"({ text }) {
      const read = readReason(text("motivo"));
      if (!read.ok) return read;
      if (text("confirmado") !== "sim") {
        return refuse("unconfirmed", "O e-mail sai na hora. Toque de novo para confirmar.");
      }
      return noted(
        missPayment(site, user, text("id"), read.reason),
        url,
        "Pronto. O e-mail com o motivo já está a caminho.",
      );
    },
  });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Pagamentos");
}

export default function PaymentsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { told, others, settled, takesPix } = loaderData;
  const shared = { outcome: actionData };
  // The row of a payment that somebody else has settled has no form left to show a refusal.
  const isTooLate = actionData?.reason === "no-change" || actionData?.reason === "not-found";
  return (
    <>
      <PanelHead title="Pagamentos" />
      {!takesPix && (
        <p className="note">
          Este site não recebe por Pix: faltam PIX_KEY, PIX_NAME e PIX_CITY na configuração.
        </p>
      )}
      {isTooLate && (
        <p className="note note--earth" role="alert">
          {actionData.message}
        </p>
      )}
      {told.length > 0 ? (
        <OrderList orders={told} {...shared} />
      ) : (
        <p className="soft">
          Nenhum Pix para conferir. Aqui aparece quem avisou que pagou um plano; nenhum banco é
          consultado.
        </p>
      )}
      {others.length > 0 && (
        <section>
          <h2>Códigos gerados, sem aviso de pagamento</h2>
          <OrderList orders={others} {...shared} />
        </section>
      )}
      {settled.length > 0 && (
        <section>
          <h2>Resolvidos</h2>
          <OrderList orders={settled} {...shared} />
        </section>
      )}
    </>
  );
}
