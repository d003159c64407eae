import { Form, Link, useNavigation } from "react-router";
import { CurrentPasswordField } from "../accounts/credential-fields.tsx";
import { parseCurrentPassword } from "../accounts/credentials.ts";
import { contactPath } from "../accounts/plans/plan-request.ts";
import { type PlanId, plans } from "../accounts/plans/plans.ts";
import type { FormOutcome } from "../site/forms/form-outcome.ts";
import { useAnsweredForm } from "../site/forms/use-answered-form.ts";
import { Answers, Dialog } from "../ui/feedback/dialog.tsx";
import { LoadingWaves } from "../ui/feedback/loading-waves.tsx";
import { Icon } from "../ui/icon.tsx";
import { Page, PageHead } from "../ui/shell/page-head.tsx";
import { countOf } from "../ui/words.ts";
import styles from "./account-farewell.module.css";

export interface AccountFarewellProps {
  email: string;
  plano: string;
  postsCriados: number;
  retentionDays: number;
  isAsking: boolean;
  outcome: FormOutcome | undefined;
  onClose: () => void;
}

export function AccountFarewell(props: AccountFarewellProps) {
  const { email, plano, postsCriados, retentionDays, isAsking, outcome, onClose } = props;
  return (
    <Page>
      <PageHead
        title="Excluir conta"
        lead="Conta, anúncios e fotos saem do site na hora. Não dá para desfazer."
        back={{ to: "/minha-conta", text: "Minha conta" }}
      />
      {isAsking && <DeletionDialog email={email} outcome={outcome} onClose={onClose} />}
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
        <Link
          className="btn btn--earth btn--big"
          to="/minha-conta/excluir?confirmar=sim"
          replace
          preventScrollReset
        >
          Excluir minha conta
        </Link>
      </div>
    </Page>
  );
}

interface DeletionDialogProps {
  email: string;
  outcome: FormOutcome | undefined;
  onClose: () => void;
}

function DeletionDialog({ email, outcome, onClose }: DeletionDialogProps) {
  const isBusy = useNavigation().formMethod === "POST";
  const [form, fields] = useAnsweredForm({
    id: "excluir-conta",
    outcome,
    parse: parseCurrentPassword,
  });
  return (
    <Dialog labelledBy="excluir" describedBy="excluir-aviso" isHeld={isBusy} onClose={onClose}>
      <h2 id="excluir">Excluir sua conta?</h2>
      <p id="excluir-aviso">Para ter certeza de que é você, escreva a sua senha.</p>
      {form.errors && (
        <p className="note note--earth" role="alert">
          <Icon name="circle-exclamation-point" />
          <b>{form.errors[0]}</b>
        </p>
      )}
      <Form
        method="post"
        action="/minha-conta/excluir?confirmar=sim"
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        preventScrollReset
        replace
      >
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <CurrentPasswordField error={fields.currentPassword.errors} />
      </Form>
      <Answers>
        <Link
          className="btn btn--line"
          to="/minha-conta/excluir"
          replace
          preventScrollReset
          aria-disabled={isBusy}
        >
          Cancelar
        </Link>
        <button
          type="submit"
          form={form.id}
          className="btn btn--earth"
          disabled={isBusy}
          aria-busy={isBusy}
        >
          {isBusy && <LoadingWaves />}
          {isBusy ? "Aguarde..." : "Excluir conta"}
        </button>
      </Answers>
    </Dialog>
  );
}
