import type { ReactNode } from "react";
import { AccountForm, AccountPage } from "../../domain/accounts/account-form.tsx";
import { deadLink } from "../../domain/accounts/account-refusals.ts";
import type { Passkey } from "../../domain/accounts/factors/stored-passkeys.server.ts";
import { UnwantedPasskeys } from "../../domain/accounts/factors/unwanted-passkeys.tsx";
import { Link } from "../../platform/ui/link.tsx";

interface EmailLinkPageProps {
  isDead: boolean;
  lead: ReactNode;
  deadLead: string;
  /** The account's, which may be somebody else's: whoever registered need not own the address. */
  passkeys: Passkey[];
}

/** Opening the link changes nothing: mail scanners open links, too. */
export function EmailLinkPage({ isDead, lead, deadLead, passkeys }: EmailLinkPageProps) {
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
      {!isDead && (
        <AccountForm action="Confirmar e-mail">
          {passkeys.length > 0 && <UnwantedPasskeys passkeys={passkeys} />}
        </AccountForm>
      )}
    </AccountPage>
  );
}
