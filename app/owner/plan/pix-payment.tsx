import type { PlanOrder } from "../../domain/accounts/orders/order.ts";
import type { PlanChoice } from "../../domain/accounts/orders/plan-choice.ts";
import { pixPath } from "../../domain/accounts/plans/own-plan.ts";
import { contactPath } from "../../domain/accounts/plans/plan-request.ts";
import {
  formatPrice,
  type PaidTerm,
  planPrices,
  planTerms,
} from "../../domain/accounts/plans/plans.ts";
import { formatCivilDate, formatDay } from "../../domain/calendar/civil-date.ts";
import { Icon } from "../../platform/ui/icon.tsx";
import { Link } from "../../platform/ui/link.tsx";
import type { QrDrawing } from "../../platform/ui/pictures/draw-qr-code.ts";
import { QrCode } from "../../platform/ui/pictures/qr-code.tsx";
import { CopyCode } from "./copy-code.tsx";
import styles from "./pix-payment.module.css";

export interface PixPaymentProps {
  choice: PlanChoice;
  order: PlanOrder;
  code: { text: string; drawing: QrDrawing };
  /** The payment before this one, settled within the last days. */
  settled: PlanOrder | null;
  /** Last day of the plan if this is confirmed today; null if only the operator can say. */
  until: string | null;
  /** The plan of today, in words. */
  held: string;
  /** Name that the bank's app shows. */
  receiver: string;
}

export function PixPayment(props: PixPaymentProps) {
  const { choice, order, code, settled, until, held, receiver } = props;
  const again = order.reportedPaidAt
    ? "Mostrar o código de novo"
    : settled?.settledAs === "received" && `Pagar mais ${planTerms[choice.por].label}`;
  return (
    <div className={styles.payment}>
      <Terms choice={choice} />
      {order.reportedPaidAt ? (
        <p className="note note--leaf" role="status">
          <Icon name="circle-check" />
          <span>
            Você avisou em {formatDay(order.reportedPaidAt)}. Conferimos em até um dia útil.
          </span>
        </p>
      ) : (
        settled && <Settled order={settled} held={held} />
      )}
      <section className={`${styles.amount} water`} aria-label="O que você paga">
        <p className={styles.price}>{formatPrice(order.cents)}</p>
        <dl>
          <div>
            <dt>Vale</dt>
            <dd>
              {until
                ? `até ${formatCivilDate(until)}, a partir da confirmação`
                : "a partir da confirmação, até a data que combinarmos"}
              <span>{held}</span>
            </dd>
          </div>
          <div>
            <dt>Quem recebe</dt>
            <dd>
              {receiver}
              <span>O banco mostra este nome. Se for outro, não pague.</span>
            </dd>
          </div>
        </dl>
      </section>
      {again ? (
        <details className={styles.again}>
          <summary>{again}</summary>
          <Code order={order} code={code} />
        </details>
      ) : (
        <Code order={order} code={code} />
      )}
      <p className="small soft">
        Ficou em dúvida?{" "}
        <Link className="link" to={contactPath({ plano: choice.plano })}>
          Fale com a gente
        </Link>
        .
      </p>
    </div>
  );
}

function Terms({ choice: { plano, por } }: { choice: PlanChoice }) {
  return (
    <nav className={styles.terms} aria-label="Por quanto tempo">
      {(Object.keys(planPrices[plano]) as PaidTerm[]).map((term) => (
        <Link key={term} to={pixPath(plano, term)} aria-current={term === por ? "page" : undefined}>
          {planTerms[term].label} <b>{formatPrice(planPrices[plano][term])}</b>
        </Link>
      ))}
    </nav>
  );
}

function Settled({
  order: { settledAs, settledAt, motivo },
  held,
}: {
  order: PlanOrder;
  held: string;
}) {
  const isReceived = settledAs === "received";
  return (
    <p className={`note ${isReceived ? "note--leaf" : "note--earth"}`} role="status">
      <Icon name={isReceived ? "circle-check" : "circle-exclamation-point"} />
      <span>
        {isReceived ? (
          <>
            Pix recebido em {settledAt && formatDay(settledAt)}. Obrigado! {held}
          </>
        ) : (
          <>
            Não encontramos o seu Pix. Quem conferiu escreveu: “{motivo}” Se você pagou, mande o
            comprovante para a gente.
          </>
        )}
      </span>
    </p>
  );
}

function Code({ order, code }: Pick<PixPaymentProps, "order" | "code">) {
  return (
    <div className={styles.ways}>
      <section className={styles.way} aria-labelledby="copiar">
        <h2 id="copiar">Pix copia e cola</h2>
        <CopyCode code={code.text} />
        {!order.reportedPaidAt && (
          <form method="post">
            <input type="hidden" name="id" value={order.id} />
            <button type="submit" name="intent" value="paguei" className="btn btn--line btn--big">
              <Icon name="check" />
              Já paguei
            </button>
            <p className="small soft">Conferimos em até um dia útil.</p>
          </form>
        )}
      </section>
      <details className={`${styles.way} ${styles.scan}`}>
        <summary>Código QR</summary>
        <QrCode drawing={code.drawing} label="Código QR do Pix" />
      </details>
    </div>
  );
}
