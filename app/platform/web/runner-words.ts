import type { SiteRunner } from "./site.server.ts";

/** Writes "Fulana Ltda., CNPJ 11.222.333/0001-81, Rua A, 1, Capitólio/MG"; "" if nothing is set. */
export function describeRunner({ legalName, cnpj, address }: SiteRunner): string {
  return [legalName, cnpj && `CNPJ ${cnpj}`, address].filter(Boolean).join(", ");
}

const variables: Record<keyof SiteRunner, string> = {
  legalName: "SITE_LEGAL_NAME",
  cnpj: "SITE_CNPJ",
  address: "SITE_ADDRESS",
  privacyContact: "SITE_PRIVACY_CONTACT",
};

/** Lists the variables that the operator has yet to set. */
export function listMissingOfRunner(runner: SiteRunner): string[] {
  return Object.entries(variables).flatMap(([name, variable]) =>
    runner[name as keyof SiteRunner] === null ? [variable] : [],
  );
}
