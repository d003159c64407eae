import { type ListingSummary, missingPrice } from "../listings/listing.ts";
import { formatReais } from "./money.ts";
import "./prices.css";

/** Whether an amount, as written, is set smaller to find room. */
export function isLongAmount(text: string): boolean {
  return text.length >= 10;
}

/** What the weekend and a night cost, in the water. */
export function Prices({
  valorFds,
  valorDiaria,
}: Pick<ListingSummary, "valorFds" | "valorDiaria">) {
  return (
    <div className="prices water">
      <Price amount={valorFds} per="Final de Semana" />
      <Price amount={valorDiaria} per="Noite" />
    </div>
  );
}

function Price({ amount, per }: { amount: string | null; per: string }) {
  const text = amount ? formatReais(amount) : missingPrice;
  const look = !amount ? "price price--none" : isLongAmount(text) ? "price price--long" : "price";
  return (
    <p className={look}>
      <b>{text}</b> <span>{per}</span>
    </p>
  );
}
