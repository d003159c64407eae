import { type OrderState, orderState } from "../../domain/accounts/orders/order.ts";
import { describeChoice } from "../../domain/accounts/orders/plan-choice.ts";
import { formatPrice } from "../../domain/accounts/plans/plans.ts";
import { formatCivilDate } from "../../domain/calendar/civil-date.ts";
import { TextField } from "../../platform/ui/forms/field.tsx";
import { Icon } from "../../platform/ui/icon.tsx";
import type { IconName } from "../../platform/ui/icon-names.ts";
import { Link } from "../../platform/ui/link.tsx";
import { type FormOutcome, refusalOf } from "../../platform/web/forms/form-outcome.ts";
import styles from "../panel.module.css";
import { PanelForm } from "../panel-form.tsx";
import { formatInstant } from "../when.ts";
import type { ListedOrder } from "./listed-orders.server.ts";

export interface OrderListProps {
  orders: readonly ListedOrder[];
  outcome: FormOutcome | undefined;
}

export function OrderList({ orders, outcome }: OrderListProps) {
  return (
    <ul className={styles.queue}>
      {orders.map((order) => {
        const { id, uid, ownerName, email, cents, txid, createdAt } = order;
        const state = orderState(order);
        return (
          <li key={id}>
            <Icon name={icons[state]} />
            <div>
              <b>
                {formatPrice(cents)} · {describeChoice(order)}
              </b>
              <p>
                <Link to={`/operador/anunciantes?q=${uid}`}>{ownerName}</Link>, {email}
              </p>
              <p>
                Identificador no extrato: <code translate="no">{txid}</code>
              </p>
              <p className="soft">
                Código de {formatInstant(createdAt)}. {describe(order, state)}
              </p>
              {state !== "received" && <Effect order={order} />}
            </div>
            <div className={styles.form}>
              {state === "reported" && <Receive order={order} isReported outcome={outcome} />}
              {state !== "reported" && state !== "received" && (
                <details className={styles.more} open={isAbout(outcome, "recebi", id)}>
                  <summary>Chegou mesmo assim?</summary>
                  <Receive order={order} outcome={outcome} />
                </details>
              )}
              {state === "reported" && (
                <details className={styles.more} open={isAbout(outcome, "nao-recebi", id)}>
                  <summary>Não chegou?</summary>
                  <PanelForm
                    id={id}
                    reason={{ label: "O que houve", hint: "Vai por e-mail para quem anuncia." }}
                    buttons={[{ intent: "nao-recebi", text: "Não recebi", look: "btn--earth" }]}
                    outcome={outcome}
                  />
                </details>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const icons: Record<OrderState, IconName> = {
  reported: "bell",
  open: "clock",
  received: "circle-check",
  missing: "circle-exclamation-point",
};

interface ReceiveProps {
  order: ListedOrder;
  /** The advertiser says that it is paid. */
  isReported?: boolean;
  outcome: FormOutcome | undefined;
}

function Receive({ order: { id, until }, isReported = false, outcome }: ReceiveProps) {
  const refused = refusalOf(outcome, "recebi", id);
  return (
    <PanelForm
      id={id}
      buttons={[{ intent: "recebi", text: "Recebi este Pix", look: isReported ? "" : "btn--line" }]}
      outcome={outcome}
    >
      {until === null && (
        <TextField
          name="ate"
          id={`ate-${id}`}
          label="Plano até"
          type="date"
          hint="Hoje vale outro plano: diga o último dia deste, incluído."
          defaultValue={refused?.typed.ate ?? ""}
          error={refused?.errors.ate}
        />
      )}
    </PanelForm>
  );
}

function isAbout(outcome: FormOutcome | undefined, intent: string, id: string): boolean {
  return refusalOf(outcome, intent, id) !== undefined;
}

function Effect({ order: { held, until } }: { order: ListedOrder }) {
  return (
    <p className="soft">
      Hoje: {held}.{until && ` Confirmando hoje, vale até ${formatCivilDate(until)}.`}
    </p>
  );
}

function describe(
  { reportedPaidAt, settledAt, validoAte, motivo }: ListedOrder,
  state: OrderState,
): string {
  switch (state) {
    case "reported":
      return reportedPaidAt ? `Avisou que pagou em ${formatInstant(reportedPaidAt)}.` : "";
    case "open":
      return "";
    case "received":
      return `Recebido em ${settledAt && formatInstant(settledAt)}. Com ele o plano foi até ${validoAte && formatCivilDate(validoAte)}.`;
    case "missing":
      return `Não encontrado em ${settledAt && formatInstant(settledAt)}: ${motivo}`;
  }
}
