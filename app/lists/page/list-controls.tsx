import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { StayFields } from "../../calendar/date-choice/stay-fields.tsx";
import { type FormOutcome, refusalOf } from "../../site/forms/form-outcome.ts";
import { useRefusedFocus } from "../../site/forms/use-refused-focus.ts";
import { TextField } from "../../ui/forms/field.tsx";
import { StepperField } from "../../ui/forms/stepper-field.tsx";
import { TrapField } from "../../ui/forms/trap-field.tsx";
import type { GroupList } from "../group-list.ts";
import type { PlanField } from "../list-form.ts";
import styles from "./list-controls.module.css";

interface ControlsProps {
  list: GroupList;
  outcome: FormOutcome | undefined;
}

interface FormProps {
  intent: string;
  /** The refused form, with what was typed. */
  refused: FormOutcome | undefined;
  button: string;
  quiet?: boolean;
  children: ReactNode;
}

function ListForm({ intent, refused, button, quiet = false, children }: FormProps) {
  const isSending = useNavigation().formData?.get("intent") === intent;
  const form = useRefusedFocus(refused);
  return (
    <Form className={styles.form} method="post" noValidate preventScrollReset ref={form}>
      <input type="hidden" name="intent" value={intent} />
      {children}
      <button type="submit" className={quiet ? "btn btn--line" : "btn"} aria-busy={isSending}>
        {isSending ? "Aguarde..." : button}
      </button>
    </Form>
  );
}

interface FoldProps {
  title: string;
  /** Opens the fold, which has what is wrong. */
  refused?: FormOutcome | undefined;
  children: ReactNode;
}

/** Closes again once its form was accepted, for which `key` has to change. */
function Fold({ title, refused, children }: FoldProps) {
  return (
    <details className={styles.fold} open={refused !== undefined}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

export function JoinForm({ outcome }: Pick<ControlsProps, "outcome">) {
  const refused = refusalOf(outcome, "entrar");
  return (
    <ListForm intent="entrar" refused={refused} button="Entrar e votar">
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
export function AddForm({ list, outcome }: ControlsProps) {
  const refused = refusalOf(outcome, "acrescentar");
  return (
    <Fold key={list.items.length} title="Adicionar um anúncio" refused={refused}>
      <ListForm intent="acrescentar" refused={refused} button="Adicionar à lista" quiet>
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

/** Members and the creator may change the plan. */
export function PlanForm({ list, outcome, day }: ControlsProps & { day: string }) {
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
    <Fold
      key={Object.values(stored).join(" ")}
      title="Mudar nome, datas e pessoas"
      refused={refused}
    >
      <ListForm intent="mudar" refused={refused} button="Salvar" quiet>
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

export function LeaveForm() {
  return (
    <Fold title="Sair da lista">
      <ListForm intent="sair" refused={undefined} button="Sair" quiet>
        <p>Sair apaga o seu nome e os seus votos.</p>
      </ListForm>
    </Fold>
  );
}

/** Only the list's creator sees it. */
export function DeleteForm() {
  return (
    <Fold title="Excluir lista">
      <ListForm intent="excluir" refused={undefined} button="Excluir de vez" quiet>
        <input type="hidden" name="confirmado" value="sim" />
        <p>A lista, os nomes e os votos são apagados para todos. Não dá para desfazer.</p>
      </ListForm>
    </Fold>
  );
}
