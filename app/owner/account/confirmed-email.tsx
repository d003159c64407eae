import { AccountPage } from "../../domain/accounts/account-form.tsx";
import { Link } from "../../platform/ui/link.tsx";

export interface ConfirmedEmailProps {
  email: string;
  isLoggedIn: boolean;
  hasAds?: boolean;
  /** It took the place of another. */
  isNew?: boolean;
}

/** The page behind the letter's link: says that it worked, and what comes next. */
export function ConfirmedEmail({
  email,
  isLoggedIn,
  hasAds = false,
  isNew = false,
}: ConfirmedEmailProps) {
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
      otherwise={!isLoggedIn && "Este aparelho ainda não entrou na sua conta."}
    >
      {isLoggedIn ? (
        <Link className="btn btn--big" to={hasAds ? "/dashboard" : "/posts/create"}>
          {hasAds ? "Ir para Meus Anúncios" : "Criar primeiro anúncio"}
        </Link>
      ) : (
        <Link className="btn btn--big" to="/login">
          Entrar
        </Link>
      )}
    </AccountPage>
  );
}
