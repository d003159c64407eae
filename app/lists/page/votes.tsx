import { Form } from "react-router";
import { useIsOnline } from "../../site/waiting/use-is-online.ts";
import { Icon } from "../../ui/icon.tsx";
import { enumerate, plural } from "../../ui/words.ts";
import {
  countVotes,
  type GroupList,
  type ListItem,
  readVote,
  type Vote,
  wordOf,
} from "../group-list.ts";
import type { OwnVotes } from "./use-votes.ts";
import styles from "./votes.module.css";

export interface VotesProps {
  list: Pick<GroupList, "members" | "viewer">;
  item: ListItem;
  own: OwnVotes;
}

export function Votes({ list, item, own }: VotesProps) {
  const { members, viewer } = list;
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
      {viewer.nome !== null && <OwnVote nome={viewer.nome} item={item} own={own} />}
    </div>
  );
}

interface VotersProps {
  members: readonly string[];
  votes: readonly Vote[];
}

/** Those who voted, and apart from them, so that no name reads like a vote, those who haven't. */
export function Voters({ members, votes }: VotersProps) {
  const missing = members.filter((member) => !votes.some(({ nome }) => nome === member));
  const early = votes.filter((vote) => vote.isForOtherDates).map(({ nome }) => nome);
  return (
    <>
      {votes.length > 0 && (
        <ul className={styles.people} aria-label="Votos">
          {votes.map(({ nome, quer }) => (
            <li key={nome} className={quer ? styles.yes : styles.no}>
              <Icon name={quer ? "check-bold" : "x-bold"} />
              <span>{nome}</span>
              <span className="visually-hidden">: {quer ? "quer" : "não quer"}</span>
            </li>
          ))}
        </ul>
      )}
      {early.length > 0 && (
        <p className={`${styles.names} small soft`}>
          {plural(early.length, "Voto")} das datas de antes: {enumerate(early)}
        </p>
      )}
      {missing.length > 0 && (
        <p className={`${styles.names} small soft`}>
          {missing.length === 1 ? "Ainda não votou" : "Ainda não votaram"}: {enumerate(missing)}
        </p>
      )}
    </>
  );
}

interface OwnVoteProps {
  nome: string;
  item: ListItem;
  own: OwnVotes;
}

/** Buttons to vote; the pressed one takes the vote back. */
export function OwnVote({ nome, item: { postId, title, votes }, own }: OwnVoteProps) {
  const isPending = own.pending.has(postId);
  const vote = votes.find((it) => it.nome === nome);
  // A vote for other dates is given again with one press.
  const counted = vote && !vote.isForOtherDates ? vote.quer : null;
  const shown = isPending ? (own.pending.get(postId) ?? null) : counted;
  const isOnline = useIsOnline();
  return (
    <Form
      method="post"
      preventScrollReset
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        own.vote(postId, readVote((submitter as HTMLButtonElement | null)?.value) ?? null);
      }}
    >
      <input type="hidden" name="intent" value="votar" />
      <input type="hidden" name="anuncio" value={postId} />
      <fieldset className={styles.own} aria-label={`Seu voto: ${title}`}>
        <button
          type="submit"
          name="voto"
          value={wordOf(shown === true ? null : true)}
          aria-pressed={shown === true}
        >
          <Icon name="check" />
          Quero esta
        </button>
        <button
          type="submit"
          name="voto"
          value={wordOf(shown === false ? null : false)}
          className={styles.reject}
          aria-pressed={shown === false}
        >
          <Icon name="x" />
          Não quero
        </button>
      </fieldset>
      <p className={`${styles.waiting} small`} role="status">
        {isPending &&
          own.isWaiting &&
          (isOnline
            ? "Seu voto ainda não chegou. Vamos tentar de novo."
            : "Sem internet: seu voto vai quando ela voltar.")}
      </p>
    </Form>
  );
}
