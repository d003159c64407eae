import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { type FormOutcome, lostReason } from "../../site/forms/form-outcome.ts";
import { showToast } from "../../ui/feedback/toast.tsx";
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
import styles from "./votes.module.css";

export interface VotesProps {
  list: Pick<GroupList, "members" | "viewer">;
  item: ListItem;
}

export function Votes({ list, item }: VotesProps) {
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
      {viewer.nome !== null && <OwnVote nome={viewer.nome} item={item} />}
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
}

/** Buttons to vote; the pressed one takes the vote back, or sends again what couldn't be sent. */
export function OwnVote({ nome, item: { postId, title, votes } }: OwnVoteProps) {
  const { Form, formData, data } = useFetcher<FormOutcome>({ key: `voto-${postId}` });
  const buttons = useRef<HTMLFieldSetElement>(null);
  const isUnsent = !formData && (data?.reason === lostReason || data?.reason === "failed");
  const vote = votes.find((it) => it.nome === nome);
  // A vote for other dates is given again with one press.
  const counted = vote && !vote.isForOtherDates ? vote.quer : null;
  const given = formData ? formData.get("voto") : isUnsent ? data.typed.voto : undefined;
  const shown = given === undefined ? counted : readVote(given);
  const send = (quer: boolean) => wordOf(shown === quer && !isUnsent ? null : quer);
  // The house may leave the list, and take its own words with it.
  useEffect(() => {
    if (data?.message && data.reason !== lostReason && data.reason !== "failed") {
      showToast({ kind: "error", text: `Seu voto não valeu. ${data.message}` });
    }
  }, [data]);
  // A vote that makes its house the group's choice moves the buttons.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where they are shown anew
  useEffect(() => {
    if (!data?.ok || document.activeElement !== document.body) return;
    buttons.current?.querySelector<HTMLElement>("[aria-pressed=true]")?.focus();
  }, []);
  return (
    <Form method="post" action={`#anuncio-${postId}`} preventScrollReset>
      <input type="hidden" name="intent" value="votar" />
      <input type="hidden" name="anuncio" value={postId} />
      <fieldset className={styles.own} aria-label={`Seu voto: ${title}`} ref={buttons}>
        <button type="submit" name="voto" value={send(true)} aria-pressed={shown === true}>
          <Icon name="check" />
          Quero esta
        </button>
        <button
          type="submit"
          name="voto"
          value={send(false)}
          className={styles.reject}
          aria-pressed={shown === false}
        >
          <Icon name="x" />
          Não quero
        </button>
      </fieldset>
      <p className={`${styles.unsent} small`} role="status">
        {isUnsent && "Seu voto não foi. Confira a internet e toque de novo."}
      </p>
    </Form>
  );
}
