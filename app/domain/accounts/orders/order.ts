import type { PlanChoice } from "./plan-choice.ts";

export interface PlanOrder extends PlanChoice {
  id: string;
  cents: number;
  txid: string;
  createdAt: Date;
  /** When the advertiser said that it is paid. */
  reportedPaidAt: Date | null;
  settledAt: Date | null;
  settledAs: "received" | "missing" | null;
  /** Last day of the plan that it bought. */
  validoAte: string | null;
  /** Why the payment was found missing. */
  motivo: string | null;
}

export type OrderState = "open" | "reported" | "received" | "missing";

/** A payment that the advertiser has reported waits for the operator, however long. */
export function orderState({
  reportedPaidAt,
  settledAs,
}: Pick<PlanOrder, "reportedPaidAt" | "settledAs">): OrderState {
  return settledAs ?? (reportedPaidAt ? "reported" : "open");
}
