import { CurrentPasswordField } from "../../domain/accounts/credential-fields.tsx";
import { contactPath } from "../../domain/accounts/plans/plan-request.ts";
import { type PlanId, plans } from "../../domain/accounts/plans/plans.ts";
import dialogStyles from "../../platform/ui/feedback/dialog.module.css";
import { Answers } from "../../platform/ui/feedback/dialog.tsx";
import { ErrorNote } from "../../platform/ui/feedback/error-line.tsx";
import { Link } from "../../platform/ui/link.tsx";
import { Page, PageHead } from "../../platform/ui/shell/page-head.tsx";
import { countOf } from "../../platform/ui/words.ts";
import type { FormOutcome } from "../../platform/web/forms/form-outcome.ts";
import styles from "./account-farewell.module.css";

const path = "/minha-conta/excluir";

export interface AccountFarewellProps {
  email: string;
  plano: string;
  postsCriados: number;
  retentionDays: number;
  isAsking: boolean;
  outcome: FormOutcome | undefined;
}

export function AccountFarewell(props: AccountFarewellProps) {
  const { email, plano, postsCriados, retentionDays, isAsking, outcome } = props;
  return (
    <Page>
      <PageHead
        title="Excluir conta"
        lead="Conta, anúncios e fotos saem do site na hora. Não dá para desfazer."
        back={{ to: "/minha-conta", text: "Minha conta" }}
      />
      {isAsking && <DeletionDialog email={email} outcome={outcome} />}
      <div className={styles.farewell}>
        <section aria-labelledby="o-que-some">
          <h2 id="o-que-some">O que some</h2>
          <ul>
            {postsCriados > 0 && (
              <li>
                {postsCriados === 1
                  ? "O seu anúncio, com fotos e calendário"
                  : `Os seus ${postsCriados} anúncios, com fotos e calendários`}
              </li>
            )}
            <li>Seu nome, seu e-mail ({email}) e sua senha</li>
            <li>
              As sessões de todos os aparelhos, com o nome do navegador, e as chaves de acesso
            </li>
            <li>As fotos e os envios que ainda esperavam por um anúncio</li>
            <li>Os e-mails que o site guardava para você</li>
          </ul>
        </section>
        <section aria-labelledby="o-que-fica">
          <h2 id="o-que-fica">O que fica</h2>
          <ul>
            <li>
              O código e o lugar de cada anúncio, para que o endereço dele diga que não existe mais
            </li>
            <li>
              O e-mail que confirma a exclusão e as mensagens que você mandou pelo contato, apagadas{" "}
              {countOf(retentionDays, "dia")} depois de enviadas
            </li>
            <li>A velocidade das páginas, medida sem saber de quem</li>
            <li>Cópias de segurança, até que a vez delas passe</li>
          </ul>
        </section>
        {plano !== plans.nenhum.id && (
          <p className="note">
            <span>
              O {plans[plano as PlanId]?.title ?? "plano"} termina junto. Pagamentos são combinados
              fora do site, por WhatsApp: se houver algo em aberto, fale antes com a gente pela
              página de <Link to={contactPath({ para: "encerrar" })}>contato</Link>.
            </span>
          </p>
        )}
        <p>
          Se quiser guardar uma cópia,{" "}
          <Link to="/minha-conta#seus-dados">baixe antes os seus dados</Link>.
        </p>
        <Link className="btn btn--earth btn--big" to={`${path}?confirmar=sim`}>
          Excluir minha conta
        </Link>
      </div>
    </Page>
  );
}

interface DeletionDialogProps {
  email: string;
  outcome: FormOutcome | undefined;
}

function DeletionDialog({ email, outcome }: DeletionDialogProps) {
  return (
    <dialog
      open
      className={dialogStyles.dialog}
      aria-labelledby="excluir"
      aria-describedby="excluir-aviso"
      data-closes-to={path}
    >
      <div className={dialogStyles.content}>
        <h2 id="excluir">Excluir sua conta?</h2>
        <p id="excluir-aviso">Para ter certeza de que é você, escreva a sua senha.</p>
        <ErrorNote>{outcome?.message}</ErrorNote>
        <form method="post" id="excluir-conta" noValidate>
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <CurrentPasswordField error={outcome?.errors.currentPassword} />
        </form>
        <Answers>
          <Link className="btn btn--line" to={path}>
            Cancelar
          </Link>
          <button type="submit" form="excluir-conta" className="btn btn--earth">
            Excluir conta
          </button>
        </Answers>
      </div>
    </dialog>
  );
}
