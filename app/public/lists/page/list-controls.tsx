import type { ReactNode } from "react";
import { StayFields } from "../../../domain/calendar/date-choice/stay-fields.tsx";
import type { GroupList } from "../../../domain/lists/group-list.ts";
import type { PlanField } from "../../../domain/lists/list-form.ts";
import { TextField } from "../../../platform/ui/forms/field.tsx";
import { StepperField } from "../../../platform/ui/forms/stepper-field.tsx";
import { TrapField } from "../../../platform/ui/forms/trap-field.tsx";
import { type FormOutcome, refusalOf } from "../../../platform/web/forms/form-outcome.ts";
import styles from "./list-controls.module.css";

interface ControlsProps {
  outcome: FormOutcome | undefined;
}

interface FormProps {
  intent: string;
  button: string;
  quiet?: boolean;
  children: ReactNode;
}

function ListForm({ intent, button, quiet = false, children }: FormProps) {
  return (
    <form className={styles.form} method="post" noValidate>
      <input type="hidden" name="intent" value={intent} />
      {children}
      <button type="submit" className={quiet ? "btn btn--line" : "btn"}>
        {button}
      </button>
    </form>
  );
}

interface FoldProps {
  title: string;
  /** Name of the summary, if its title stands in several places. */
  label?: string;
  /** Opens the fold, which contains the error. */
  refused?: FormOutcome | undefined;
  children: ReactNode;
}

function Fold({ title, label, refused, children }: FoldProps) {
  return (
    <details className={styles.fold} open={refused !== undefined}>
      <summary aria-label={label}>{title}</summary>
      {children}
    </details>
  );
}

export function JoinForm({ outcome }: ControlsProps) {
  const refused = refusalOf(outcome, "entrar");
  return (
    <ListForm intent="entrar" button="Entrar e votar">
      <TextField
        name="nome"
        label="Seu nome, para o grupo ver"
        autoComplete="given-name"
        placeholder="Lívia"
        defaultValue={refused?.typed.nome}
        error={refused?.errors.nome}
      />
      <TrapField outcome={refused} />
    </ListForm>
  );
}

/** Anyone with the list's address may add an ad. */
export function AddForm({ outcome }: ControlsProps) {
  const refused = refusalOf(outcome, "acrescentar");
  return (
    <Fold title="Adicionar um anúncio" refused={refused}>
      <ListForm intent="acrescentar" button="Adicionar à lista" quiet>
        <TextField
          name="anuncio"
          label="Endereço do anúncio"
          hint="Abra o anúncio, copie o endereço e cole aqui."
          inputMode="url"
          autoComplete="off"
          defaultValue={refused?.typed.anuncio}
          error={refused?.errors.anuncio}
        />
      </ListForm>
    </Fold>
  );
}

interface PlanFormProps extends ControlsProps {
  list: GroupList;
  day: string;
}

/** Members and the creator may change the plan. */
export function PlanForm({ list, outcome, day }: PlanFormProps) {
  const refused = refusalOf(outcome, "mudar");
  const { nome, entrada, saida, pessoas } = list;
  const stored = {
    nome,
    entrada: entrada ?? "",
    saida: saida ?? "",
    pessoas: pessoas === null ? "" : String(pessoas),
  };
  const typed: Partial<Record<PlanField, string>> = refused?.typed ?? stored;
  const errors = refused?.errors ?? {};
  return (
    <Fold title="Mudar nome, datas e pessoas" refused={refused}>
      <ListForm intent="mudar" button="Salvar" quiet>
        <TextField
          name="nome"
          id="lista-nome"
          label="Nome da lista"
          placeholder="Rancho pra virada"
          autoComplete="off"
          defaultValue={typed.nome}
          error={errors.nome}
        />
        <StayFields values={typed} errors={errors} today={day} />
        <StepperField
          name="pessoas"
          label="Pessoas"
          min={1}
          defaultValue={typed.pessoas}
          error={errors.pessoas}
        />
      </ListForm>
    </Fold>
  );
}

export function RemoveForm({ postId, title }: { postId: string; title: string }) {
  return (
    <Fold title="Tirar da lista" label={`Tirar da lista: ${title}`}>
      <ListForm intent="tirar" button="Tirar" quiet>
        <input type="hidden" name="anuncio" value={postId} />
        <p>A casa sai para todos, com os votos que recebeu.</p>
      </ListForm>
    </Fold>
  );
}

export function LeaveForm() {
  return (
    <Fold title="Sair da lista">
      <ListForm intent="sair" button="Sair" quiet>
        <p>Sair apaga o seu nome e os seus votos.</p>
      </ListForm>
    </Fold>
  );
}

/** Only the list's creator sees it. */
export function DeleteForm() {
  return (
    <Fold title="Excluir lista">
      <ListForm intent="excluir" button="Excluir de vez" quiet>
        <input type="hidden" name="confirmado" value="sim" />
        <p>A lista, os nomes e os votos são apagados para todos. Não dá para desfazer.</p>
      </ListForm>
    </Fold>
  );
}
