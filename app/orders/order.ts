import { addDays } from "../calendar/civil-date.ts";
import type { PlanChoice } from "./plan-choice.ts";

/** An order's code is shown on its first day and on as many days after it. */
export const orderDays = 7;

export interface PlanOrder extends PlanChoice {
  id: string;
  cents: number;
  txid: string;
  createdAt: Date;
  /** Last day on which the code is shown. */
  endsOn: string;
  /** When the advertiser said that it is paid. */
  paidAt: Date | null;
  settledAt: Date | null;
  settledAs: "received" | "missing" | null;
  /** Last day of the plan that it bought. */
  validoAte: string | null;
  /** Why the payment was found missing. */
  motivo: string | null;
}

export type OrderState = "open" | "told" | "ended" | "received" | "missing";

/** A payment that the advertiser has told of waits for the operator, however long. */
export function orderState(
  { endsOn, paidAt, settledAs }: Pick<PlanOrder, "endsOn" | "paidAt" | "settledAs">,
  day: string,
): OrderState {
  if (settledAs) return settledAs;
  if (paidAt) return "told";
  return endsOn < day ? "ended" : "open";
}

export function endOfOrder(day: string): string {
  return addDays(day, orderDays);
}
