import { formatReais } from "../../prices/money.ts";
import type { Listing } from "../listing.ts";

/** "Rancho Beira d’Água, em Turvo". */
export function nameWithPlace({ title, localizacao }: Pick<Listing, "title" | "localizacao">) {
  return `${title}, em ${localizacao}`;
}

/** For link previews: price, capacity and place, then the description. */
export function describeListing(listing: Listing): string {
  const { valorDiaria, valorFds, quantidadeMaximaPessoas: most, localizacao, body } = listing;
  const facts = [
    valorDiaria
      ? `${formatReais(valorDiaria)} a noite`
      : `${formatReais(valorFds)} o fim de semana`,
    most && `até ${most} ${most === 1 ? "pessoa" : "pessoas"}`,
    localizacao,
  ];
  return `${facts.filter(Boolean).join(" · ")}. ${body}`;
}
