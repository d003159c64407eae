import { Link } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { AccountPage } from "../account-form.tsx";
import styles from "./confirmed-email.module.css";

export interface ConfirmedEmailProps {
  email: string;
  isLoggedIn: boolean;
  /** It took the place of another. */
  isNew?: boolean;
}

/** Where the letter's link ends: that it worked, and what comes next. */
export function ConfirmedEmail({ email, isLoggedIn, isNew = false }: ConfirmedEmailProps) {
  return (
    <AccountPage
      title={isNew ? "E-mail trocado" : "E-mail confirmado"}
      lead={
        isNew ? (
          <>
            Pronto, a partir de agora você entra com <b>{email}</b>.
          </>
        ) : (
          <>
            Pronto, <b>{email}</b> é seu.
          </>
        )
      }
      picture="lago-amanhecer"
      otherwise={
        isLoggedIn ? (
          <Link className="link" to="/minha-conta">
            Ir para Minha conta
          </Link>
        ) : (
          "Este aparelho ainda não entrou na sua conta."
        )
      }
    >
      <ul className={styles.gains}>
        <li>
          <Icon name="mail-question-mark" />
          As perguntas dos hóspedes chegam inteiras neste e-mail, e você responde com um toque.
        </li>
        <li>
          <Icon name="calendar-check" />
          Uma vez por mês mandamos os números do anúncio e lembramos do calendário.
        </li>
        <li>
          <Icon name="circle-check" />
          Se esquecer a senha, é por ele que você escolhe outra.
        </li>
      </ul>
      {isLoggedIn ? (
        <Link className="btn btn--big" to="/dashboard">
          Ir para Meus Anúncios
        </Link>
      ) : (
        <Link className="btn btn--big" to="/login">
          Entrar
        </Link>
      )}
    </AccountPage>
  );
}
