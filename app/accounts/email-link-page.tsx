import type { ReactNode } from "react";
import { Link } from "react-router";
import { AccountForm, AccountPage } from "./account-form.tsx";
import { deadLink } from "./account-refusals.ts";

interface EmailLinkPageProps {
  isDead: boolean;
  lead: ReactNode;
  deadLead: string;
}

/** Opening the link changes nothing: mail scanners open links, too. */
export function EmailLinkPage({ isDead, lead, deadLead }: EmailLinkPageProps) {
  return (
    <AccountPage
      title={isDead ? deadLink.message : "Confirmar e-mail"}
      lead={isDead ? deadLead : lead}
      picture="lago-amanhecer"
      otherwise={
        <Link className="link" to="/minha-conta">
          Ir para Minha conta
        </Link>
      }
    >
      {!isDead && <AccountForm action="Confirmar e-mail" />}
    </AccountPage>
  );
}
