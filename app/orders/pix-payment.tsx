import { Form, Link, useNavigation } from "react-router";
import { pixPath, receiptPath } from "../accounts/plans/payment-ways.ts";
import { formatPrice, planPrices } from "../accounts/plans/plan-prices.ts";
import { PlanSentence } from "../accounts/plans/plan-sentence.tsx";
import type { PlanStory } from "../accounts/plans/plan-story.ts";
import { planTerms } from "../accounts/plans/plan-terms.ts";
import { countAds, plans } from "../accounts/plans/plans.ts";
import { formatCivilDate, formatDay } from "../calendar/civil-date.ts";
import type { FormOutcome } from "../site/forms/form-outcome.ts";
import { Icon } from "../ui/icon.tsx";
import type { QrDrawing } from "../ui/pictures/draw-qr-code.ts";
import { QrCode } from "../ui/pictures/qr-code.tsx";
import { CopyCode } from "./copy-code.tsx";
import type { OrderState, PlanOrder } from "./order.ts";
import styles from "./pix-payment.module.css";
import { describeBought, type PlanChoice } from "./plan-choice.ts";
import type { PlanEffect } from "./plan-effect.ts";

export interface ShownOrder extends PlanOrder {
  state: OrderState;
  /** Null once it should no longer be paid. */
  code: { text: string; drawing: QrDrawing } | null;
}

export interface PixPaymentProps {
  choice: PlanChoice;
  effect: PlanEffect;
  /** Name that the bank's app shows. */
  receiver: string;
  /** Null until it is asked for. */
  order: ShownOrder | null;
  /** What the advertiser has now, whatever the order bought. */
  plan: Pick<PlanStory, "title" | "until">;
  /** False for the plan that one has without an end. */
  mayOrder: boolean;
  /** When the latest payment of this plan and period was confirmed, unless that is what is shown. */
  receiptOf: Date | null;
  outcome: FormOutcome | undefined;
}

const titles: Record<OrderState, string> = {
  open: "Pagar com Pix",
  told: "Seu aviso chegou",
  ended: "Este código terminou",
  received: "Pix recebido!",
  missing: "Não encontramos o seu Pix",
};

export function titleOf(state: OrderState = "open"): string {
  return titles[state];
}

export function PixPayment(props: PixPaymentProps) {
  const { choice, effect, receiver, order, plan, mayOrder, receiptOf, outcome } = props;
  const price = formatPrice(order?.cents ?? planPrices[choice.plano][choice.por]);
  const isOver = order?.state === "received" || order?.state === "missing";
  return (
    <div className={styles.payment}>
      {order && <StateNote order={order} plan={plan} />}
      {outcome?.message && (
        <p className="note note--earth" role="alert">
          {outcome.message}
        </p>
      )}
      {!isOver && (
        <section className={`${styles.amount} water`} aria-label="O que você paga">
          <p className={styles.price}>{price}</p>
          <dl>
            <div>
              <dt>Inclui</dt>
              <dd>
                {describeContent(choice, effect.beyond !== null)}
                {effect.beyond && <span>{effect.beyond}</span>}
              </dd>
            </div>
            <div>
              <dt>Vale até</dt>
              <dd>
                {formatCivilDate(effect.until)}
                <span>{effect.from}</span>
                {effect.credit && <span>{effect.credit}</span>}
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
      )}
      {order?.code ? (
        order.state === "told" ? (
          <details className={styles.again}>
            <summary>Mostrar o código de novo</summary>
            <Code order={order} code={order.code} />
          </details>
        ) : (
          <Code order={order} code={order.code} />
        )
      ) : (
        <>
          {order?.state === "ended" && <PaidForm id={order.id} label="Já paguei este código" />}
          {mayOrder && (
            <OrderForm
              label={labelOf(order?.state, choice)}
              isMain={order?.state !== "received" && order?.state !== "ended"}
            />
          )}
        </>
      )}
      {(!order || order.state === "open") && <OtherTerm choice={choice} />}
      {receiptOf && (
        <p>
          <Link className="link" to={receiptPath(choice.plano, choice.por)}>
            Ver o Pix recebido em {formatDay(receiptOf)}
          </Link>
        </p>
      )}
      <p className="small soft">
        Ficou em dúvida?{" "}
        <Link className="link" to={`/contato?plano=${choice.plano}`}>
          Fale com a gente
        </Link>
        .
      </p>
    </div>
  );
}

function OtherTerm({ choice: { plano, por } }: { choice: PlanChoice }) {
  const other = por === "mes" ? "ano" : "mes";
  return (
    <p>
      <PlanSentence>
        {`Prefere ${planTerms[other].label} por ${formatPrice(planPrices[plano][other])}?`}
      </PlanSentence>{" "}
      <Link className="link" to={pixPath(plano, other)}>
        Trocar
      </Link>
    </p>
  );
}

function labelOf(state: OrderState | undefined, { por }: PlanChoice): string {
  if (!state) return "Gerar código Pix";
  return state === "received" ? `Pagar mais ${planTerms[por].label}` : "Gerar outro código Pix";
}

function describeContent({ plano }: PlanChoice, isBeyond: boolean): string {
  const { postsPermitidos, featured } = plans[plano];
  return `${countAds(postsPermitidos)}${isBeyond ? "" : " no ar"}${featured ? ", em destaque" : ""}`;
}

function StateNote({ order, plan }: { order: ShownOrder } & Pick<PixPaymentProps, "plan">) {
  const { state, paidAt, endsOn, settledAt, motivo } = order;
  switch (state) {
    case "open":
      return null;
    case "told":
      return (
        <p className="note note--leaf" role="status">
          <Icon name="circle-check" />
          <span>
            Você avisou em {paidAt && formatDay(paidAt)}. Uma pessoa confere o extrato e libera o
            plano em até um dia útil; você recebe um e-mail. Passou disso? Fale com a gente.
          </span>
        </p>
      );
    case "ended":
      return (
        <p className="note" role="status">
          <Icon name="clock" />
          <span>
            Ele valeu até {formatCivilDate(endsOn)}. Se você pagou, avise: ainda dá para confirmar.
            Se não, gere outro.
          </span>
        </p>
      );
    case "received":
      return (
        <p className="note note--leaf" role="status">
          <Icon name="circle-check" />
          <span>
            Pix recebido em {settledAt && formatDay(settledAt)}: <b>{describeBought(order)}</b>.
            Obrigado! Hoje: {plan.title}. <PlanSentence>{plan.until}</PlanSentence>{" "}
            <Link className="link" to="/dashboard">
              Ver Meus Anúncios
            </Link>
          </span>
        </p>
      );
    case "missing":
      return (
        <p className="note note--earth" role="status">
          <Icon name="circle-exclamation-point" />
          <span>
            Quem conferiu escreveu: “{motivo}” Se você pagou, mande o comprovante para a gente.
          </span>
        </p>
      );
  }
}

function Code({ order, code }: { order: ShownOrder; code: NonNullable<ShownOrder["code"]> }) {
  const isTold = order.state === "told";
  return (
    <div className={styles.ways}>
      <section className={styles.way} aria-labelledby="copiar">
        <h2 id="copiar">Copie e cole no banco</h2>
        <p className="soft">No app do seu banco, escolha Pix e depois “Pix copia e cola”.</p>
        <CopyCode code={code.text} />
      </section>
      <section className={`${styles.way} ${styles.scan}`} aria-labelledby="ler">
        <h2 id="ler">Ou leia o código QR</h2>
        <QrCode drawing={code.drawing} label="Código QR do Pix" />
        <p className="small soft">Este código vale até {formatCivilDate(order.endsOn)}.</p>
      </section>
      {!isTold && (
        <section className={styles.way} aria-labelledby="avisar">
          <h2 id="avisar">Pagou? Avise aqui</h2>
          <p className="soft">
            Nenhum banco nos avisa: uma pessoa confere o extrato e libera o plano em até um dia
            útil. Você recebe um e-mail.
          </p>
          <PaidForm id={order.id} label="Já paguei" />
        </section>
      )}
    </div>
  );
}

export function PaidForm({ id, label }: { id: string; label: string }) {
  const { formData } = useNavigation();
  const isBusy = formData?.get("intent") === "paguei";
  return (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      <button
        type="submit"
        name="intent"
        value="paguei"
        className="btn btn--line btn--big"
        aria-busy={isBusy}
        disabled={isBusy}
      >
        <Icon name="check" />
        {isBusy ? "Aguarde..." : label}
      </button>
    </Form>
  );
}

function OrderForm({ label, isMain }: { label: string; isMain: boolean }) {
  const { formData } = useNavigation();
  const isBusy = formData?.get("intent") === "gerar";
  return (
    <Form method="post">
      <button
        type="submit"
        name="intent"
        value="gerar"
        className={isMain ? "btn btn--big" : "btn btn--line"}
        aria-busy={isBusy}
        disabled={isBusy}
      >
        {isBusy ? "Aguarde..." : label}
      </button>
    </Form>
  );
}
