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

function useIsSending(intent: string): boolean {
  return useNavigation().formData?.get("intent") === intent;
}

export interface JoinFormProps extends ControlsProps {
  /** Name that the visitor used on another list. */
  knownName: string;
}

/** Newcomers see this form first, once. */
export function JoinForm({ list, outcome, knownName }: JoinFormProps) {
  const isSending = useIsSending("entrar");
  const refused = refusalOf(outcome, "entrar");
  const form = useRefusedFocus(refused);
  const isRenaming = list.viewer.nome !== null;
  const title = isRenaming
    ? "Seu nome na lista"
    : list.host && !list.viewer.isCreator
      ? `${list.host} chamou você para escolher`
      : "Entre e vote";
  return (
    <Form
      // Saving a name empties the form.
      key={list.viewer.nome}
      className={styles.join}
      method="post"
      noValidate
      preventScrollReset
      aria-labelledby="entrar"
      ref={form}
    >
      <h2 id="entrar" tabIndex={-1}>
        {title}
      </h2>
      <input type="hidden" name="intent" value="entrar" />
      <TextField
        name="nome"
        label="Seu nome, para o grupo ver"
        autoComplete="given-name"
        placeholder="Lívia"
        defaultValue={refused?.typed.nome ?? list.viewer.nome ?? knownName}
        error={refused?.errors.nome}
      />
      <TrapField outcome={refused} />
      <p className={styles.row}>
        <button type="submit" className="btn" aria-busy={isSending}>
          {isSending ? "Aguarde..." : isRenaming ? "Mudar nome" : "Entrar e votar"}
        </button>
        {!isRenaming && (
          <a className="link" href="#casas">
            Só olhar
          </a>
        )}
      </p>
    </Form>
  );
}

/** Anyone with the list's address may add an ad. */
export function AddForm({ list, outcome }: ControlsProps) {
  const isSending = useIsSending("acrescentar");
  const refused = refusalOf(outcome, "acrescentar");
  const form = useRefusedFocus(refused);
  return (
    <Form
      // Adding an ad empties the form.
      key={list.items.length}
      className={styles.add}
      id="acrescentar"
      method="post"
      noValidate
      preventScrollReset
      ref={form}
    >
      <h2>Adicionar um anúncio</h2>
      <input type="hidden" name="intent" value="acrescentar" />
      <TextField
        name="anuncio"
        label="Endereço do anúncio"
        hint="Abra o anúncio, copie o endereço e cole aqui."
        inputMode="url"
        autoComplete="off"
        defaultValue={refused?.typed.anuncio}
        error={refused?.errors.anuncio}
      />
      <button type="submit" className="btn btn--line" aria-busy={isSending}>
        {isSending ? "Aguarde..." : "Adicionar à lista"}
      </button>
    </Form>
  );
}

/** Members and the creator may change the plan. */
export function PlanForm({ list, outcome, day }: ControlsProps & { day: string }) {
  const isSending = useIsSending("mudar");
  const refused = refusalOf(outcome, "mudar");
  const form = useRefusedFocus(refused);
  const { nome, entrada, saida, pessoas } = list;
  const stored = {
    nome,
    entrada: entrada ?? "",
    saida: saida ?? "",
    pessoas: pessoas === null ? "" : String(pessoas),
  };
  return (
    <Form
      key={Object.values(stored).join(" ")}
      className={styles.plan}
      id="mudar"
      method="post"
      noValidate
      aria-labelledby="mudar-titulo"
      ref={form}
    >
      <h2 id="mudar-titulo">Mudar nome, datas e pessoas</h2>
      <input type="hidden" name="intent" value="mudar" />
      <PlanFields values={refused?.typed ?? stored} errors={refused?.errors} today={day} />
      <button type="submit" className="btn" aria-busy={isSending}>
        {isSending ? "Aguarde..." : "Salvar"}
      </button>
    </Form>
  );
}

export function LeaveForm() {
  return (
    <Form className={styles.leave} method="post" preventScrollReset>
      <p className="small soft">Sair apaga o seu nome e os seus votos.</p>
      <button type="submit" name="intent" value="sair" className="btn btn--line">
        Sair da lista
      </button>
    </Form>
  );
}

export function CreatorForms({ list: { members, viewer } }: Pick<ControlsProps, "list">) {
  const others = members.filter((nome) => nome !== viewer.nome);
  return (
    <section className={styles.creator} aria-labelledby="dono">
      <h2 id="dono" tabIndex={-1}>
        Você criou esta lista
      </h2>
      {others.length > 0 && (
        <details>
          <summary>Tirar alguém do grupo</summary>
          <Form className={styles.members} method="post" preventScrollReset>
            <input type="hidden" name="intent" value="tirar-pessoa" />
            <p>Sai o nome, com os votos. Quem tem o endereço da lista pode entrar de novo.</p>
            <ul>
              {others.map((nome) => (
                <li key={nome}>
                  <span>{nome}</span>
                  <button
                    type="submit"
                    name="pessoa"
                    value={nome}
                    className="btn btn--line"
                    aria-label={`Tirar ${nome}`}
                  >
                    Tirar
                  </button>
                </li>
              ))}
            </ul>
          </Form>
        </details>
      )}
      <details>
        <summary>Excluir lista</summary>
        <Form method="post">
          <input type="hidden" name="intent" value="excluir" />
          <input type="hidden" name="confirmado" value="sim" />
          <p>A lista, os nomes e os votos são apagados para todos. Não dá para desfazer.</p>
          <button type="submit" className="btn btn--earth">
            Excluir de vez
          </button>
        </Form>
      </details>
    </section>
  );
}
