import {
  countVotes,
  type GroupList,
  type ListItem,
  wordOf,
} from "../../../domain/lists/group-list.ts";
import { Icon } from "../../../platform/ui/icon.tsx";
import styles from "./votes.module.css";

export interface VotesProps {
  list: Pick<GroupList, "members" | "viewer">;
  item: ListItem;
}

/** Names the votes for and against a house, and takes the viewer's. */
export function Votes({ list: { members, viewer }, item }: VotesProps) {
  const { votes } = item;
  return (
    <>
      {votes.length > 0 && (
        <div className={styles.votes}>
          <b>
            {countVotes(votes).wanted} de {members.length}
          </b>
          <ul className={styles.people} aria-label="Votos">
            {votes.map(({ nome, quer }) => (
              <li key={nome} className={quer ? styles.yes : styles.no}>
                <Icon name={quer ? "check-bold" : "x-bold"} />
                <span>{nome}</span>
                <span className="visually-hidden">: {quer ? "quer" : "não quer"}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {viewer.nome !== null && <OwnVote nome={viewer.nome} item={item} />}
    </>
  );
}

interface OwnVoteProps {
  nome: string;
  item: ListItem;
}

/** Buttons to vote; the pressed one takes the vote back. */
function OwnVote({ nome, item: { postId, title, votes } }: OwnVoteProps) {
  const given = votes.find((vote) => vote.nome === nome)?.quer;
  const send = (quer: boolean) => wordOf(given === quer ? null : quer);
  return (
    <form method="post">
      <input type="hidden" name="intent" value="votar" />
      <input type="hidden" name="anuncio" value={postId} />
      <fieldset className={styles.own} aria-label={`Seu voto: ${title}`}>
        <button type="submit" name="voto" value={send(true)} aria-pressed={given === true}>
          <Icon name="check" />
          Quero esta
        </button>
        <button
          type="submit"
          name="voto"
          value={send(false)}
          className={styles.reject}
          aria-pressed={given === false}
        >
          <Icon name="x" />
          Não quero
        </button>
      </fieldset>
    </form>
  );
}
