import type { ReactNode } from "react";
import { Link } from "react-router";
import { AccountPage } from "../accounts/account-form.tsx";

/** For an expired or invalid link of a reminder; `children` says what to do instead. */
export function DeadLink({ children }: { children: ReactNode }) {
  return (
    <AccountPage
      title="Este link não vale mais"
      lead={children}
      picture="lago-amanhecer"
      otherwise={
        <Link className="link" to="/dashboard">
          Ir para Meus Anúncios
        </Link>
      }
    />
  );
}
