import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { type FormOutcome, refusalOf } from "../../site/forms/form-outcome.ts";
import { useRefusedFocus } from "../../site/forms/use-refused-focus.ts";
import { TextField } from "../../ui/forms/field.tsx";
import { TrapField } from "../../ui/forms/trap-field.tsx";
import type { GroupList } from "../group-list.ts";
import { PlanFields } from "../plan-fields.tsx";
import styles from "./list-controls.module.css";

interface ControlsProps {
  list: GroupList;
  outcome: FormOutcome | undefined;
}

interface FormProps {
  intent: string;
  /** What the form was sent with and refused for, if it was. */
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

/** Newcomers see this form first, once; members rename themselves with it. */
export function JoinForm({ list, outcome, knownName }: ControlsProps & { knownName: string }) {
  const refused = refusalOf(outcome, "entrar");
  const { nome } = list.viewer;
  return (
    <ListForm
      intent="entrar"
      refused={refused}
      button={nome === null ? "Entrar e votar" : "Mudar nome"}
      quiet={nome !== null}
    >
      <TextField
        name="nome"
        id="entrar"
        label="Seu nome, para o grupo ver"
        autoComplete="given-name"
        placeholder="Lívia"
        defaultValue={refused?.typed.nome ?? nome ?? knownName}
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
  return (
    <Fold
      key={Object.values(stored).join(" ")}
      title="Mudar nome, datas e pessoas"
      refused={refused}
    >
      <ListForm intent="mudar" refused={refused} button="Salvar" quiet>
        <PlanFields values={refused?.typed ?? stored} errors={refused?.errors} today={day} />
      </ListForm>
    </Fold>
  );
}

export function OwnForms(props: ControlsProps & { knownName: string }) {
  const { list, outcome } = props;
  return (
    <Fold
      key={list.viewer.nome}
      title="Mudar o seu nome ou sair"
      refused={refusalOf(outcome, "entrar")}
    >
      <JoinForm {...props} />
      <Form className={styles.form} method="post" preventScrollReset>
        <p className="small soft">Sair apaga o seu nome e os seus votos.</p>
        <button type="submit" name="intent" value="sair" className="btn btn--line">
          Sair da lista
        </button>
      </Form>
    </Fold>
  );
}

export function CreatorForms({ list: { members, viewer } }: Pick<ControlsProps, "list">) {
  const others = members.filter((nome) => nome !== viewer.nome);
  return (
    <>
      {others.length > 0 && (
        <Fold key={others.length} title="Tirar alguém do grupo">
          <Form className={styles.form} method="post" preventScrollReset>
            <input type="hidden" name="intent" value="tirar-pessoa" />
            <p>Sai o nome, com os votos. Quem tem o endereço da lista pode entrar de novo.</p>
            {others.map((nome) => (
              <button key={nome} type="submit" name="pessoa" value={nome} className="btn btn--line">
                Tirar {nome}
              </button>
            ))}
          </Form>
        </Fold>
      )}
      <Fold title="Excluir lista">
        <Form className={styles.form} method="post">
          <input type="hidden" name="intent" value="excluir" />
          <input type="hidden" name="confirmado" value="sim" />
          <p>A lista, os nomes e os votos são apagados para todos. Não dá para desfazer.</p>
          <button type="submit" className="btn btn--earth">
            Excluir de vez
          </button>
        </Form>
      </Fold>
    </>
  );
}
