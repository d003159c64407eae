import { formatReais } from "./money.ts";
import "./prices.css";

/** Shown in place of a price left empty (spec §2). */
export const missingPrice = "Preço não disponível";

export interface PricesProps {
  /** BRL as canonical text: "1350" or "1350.50". */
  valorFds: string;
  valorDiaria: string | null;
}

/** Whether an amount, as written, is set smaller to find room. */
export function isLongAmount(text: string): boolean {
  return text.length >= 10;
}

/** The prices of a weekend and of a night. */
export function Prices({ valorFds, valorDiaria }: PricesProps) {
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
