import { ErrorNote } from "../../platform/ui/feedback/error-line.tsx";
import { privatePageMeta } from "../../platform/ui/shell/page-meta.ts";
import { answerForms } from "../../platform/web/forms/answer-forms.server.ts";
import { siteContext } from "../../platform/web/site.server.ts";
import { noted } from "../answer-panel.server.ts";
import { listNewest } from "../newest.server.ts";
import { NextPage, PanelHead } from "../panel.tsx";
import { SearchForm } from "../panel-search.tsx";
import { listOrders } from "../payments/listed-orders.server.ts";
import { OrderList } from "../payments/order-list.tsx";
import { missPayment, receivePayment } from "../payments/payment-commands.server.ts";
import { requireStaff } from "../staff/staff-context.server.ts";
import type { Route } from "./+types/payments-tab.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const { db } = context.get(siteContext);
  const q = url.searchParams.get("q") ?? "";
  return { q, ...(await listNewest(url, (limit) => listOrders(db, q, limit))) };
}

export function action(args: Route.ActionArgs) {
  const { context, url } = args;
  const user = requireStaff(context);
  const site = context.get(siteContext);
  return answerForms(args, {
    recebi({ text }) {
      const received = receivePayment(site, user, { id: text("id"), ate: text("ate") });
      return noted(received, url, "Pix confirmado: o plano já vale.");
    },
    "nao-recebi"({ text }) {
      const missed = missPayment(site, user, text("id"), text("motivo"));
      return noted(missed, url, "Pronto. O e-mail com o motivo já está a caminho.");
    },
  });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Pagamentos");
}

export default function PaymentsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { q, rows, next } = loaderData;
  // The row of a payment that somebody else has settled has no form left to show a refusal.
  const isTooLate = actionData?.reason === "no-change" || actionData?.reason === "not-found";
  return (
    <>
      <PanelHead title="Pagamentos" />
      <SearchForm
        placeholder="Identificador no extrato, nome ou e-mail"
        q={q}
        all="Todos os pagamentos"
      />
      {isTooLate && <ErrorNote>{actionData.message}</ErrorNote>}
      {rows.length > 0 ? (
        <OrderList orders={rows} outcome={actionData} />
      ) : (
        <p className="soft">
          Nenhum Pix. Aqui aparece quem avisou que pagou, e na busca quem só abriu um código; nenhum
          banco é consultado.
        </p>
      )}
      <NextPage to={next} />
    </>
  );
}
