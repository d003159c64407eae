import { Form } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { countVotes, type GroupList, type ListItem, type Vote } from "../group-list.ts";
import styles from "./votes.module.css";

export interface VotesProps {
  list: Pick<GroupList, "members" | "viewer" | "isClosed">;
  item: ListItem;
}

export function Votes({ list, item }: VotesProps) {
  const { members, viewer, isClosed } = list;
  return (
    <div className={styles.votes}>
      {members.length > 0 && (
        <>
          <p className={styles.tally}>
            <span className="soft">Quem quer esta</span>
            <b>
              {countVotes(item.votes).wanted} de {members.length}
            </b>
          </p>
          <Voters members={members} votes={item.votes} />
        </>
      )}
      {viewer.nome !== null && !isClosed && <OwnVote nome={viewer.nome} item={item} />}
    </div>
  );
}

export function Voters({ members, votes }: { members: readonly string[]; votes: readonly Vote[] }) {
  const voteOf = new Map(votes.map(({ nome, quer }) => [nome, quer]));
  return (
    <ul className={styles.people} aria-label="Votos">
      {members.map((nome) => {
        const quer = voteOf.get(nome);
        const look = quer === undefined ? styles.wait : quer ? styles.yes : styles.no;
        const words = quer === undefined ? "ainda não votou" : quer ? "quer" : "não quer";
        return (
          <li key={nome} className={look}>
            {quer !== undefined && <Icon name={quer ? "check" : "x"} />}
            <span>{nome}</span>
            <span className="visually-hidden">: {words}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** Buttons to vote; the pressed one takes the vote back. */
export function OwnVote({
  nome,
  item: { postId, title, votes },
}: {
  nome: string;
  item: ListItem;
}) {
  const own = votes.find((vote) => vote.nome === nome)?.quer;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="votar" />
      <input type="hidden" name="anuncio" value={postId} />
      <fieldset className={styles.own} aria-label={`Seu voto: ${title}`}>
        <button
          type="submit"
          name="voto"
          value={own === true ? "nenhum" : "quero"}
          aria-pressed={own === true}
        >
          <Icon name="check" />
          Quero esta
        </button>
        <button
          type="submit"
          name="voto"
          value={own === false ? "nenhum" : "nao-quero"}
          className={styles.reject}
          aria-pressed={own === false}
        >
          <Icon name="x" />
          Não quero
        </button>
      </fieldset>
    </Form>
  );
}
