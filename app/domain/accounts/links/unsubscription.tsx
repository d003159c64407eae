import type { ReactNode } from "react";
import { Link } from "../../../platform/ui/link.tsx";
import { AccountForm, AccountPage } from "../account-form.tsx";

export interface UnsubscriptionProps {
  /** Null until the button was pressed; false if the link is invalid. */
  isStopped: boolean | null;
  question: { title: string; lead: string };
  done: { title: string; lead: string };
}

/** Requires a button press, because mail scanners open links. */
export function Unsubscription({ isStopped, question, done }: UnsubscriptionProps) {
  const { title, lead } = isStopped ? done : question;
  return (
    <AccountPage
      title={title}
      lead={lead}
      picture="lago-amanhecer"
      otherwise={
        <Link className="link" to="/dashboard">
          Ir para Meus Anúncios
        </Link>
      }
    >
      {!isStopped && <AccountForm action="Não receber mais" />}
    </AccountPage>
  );
}

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
