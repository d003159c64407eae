import { useEffect } from "react";
import { Form, useFetcher } from "react-router";
import { type FormOutcome, lostReason } from "../../site/forms/form-outcome.ts";
import { showToast } from "../../ui/feedback/toast.ts";
import { Icon } from "../../ui/icon.tsx";
import { countVotes, type GroupList, type ListItem, readVote, wordOf } from "../group-list.ts";
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

/** Buttons to vote; the pressed one takes the vote back, or sends again what couldn't be sent. */
function OwnVote({ nome, item: { postId, title, votes } }: OwnVoteProps) {
  const { Form: VoteForm, formData, data } = useFetcher<FormOutcome>({ key: `voto-${postId}` });
  const isUnsent = !formData && (data?.reason === lostReason || data?.reason === "failed");
  const vote = votes.find((it) => it.nome === nome);
  const given = formData ? formData.get("voto") : isUnsent ? data.typed.voto : undefined;
  const shown = given === undefined ? (vote?.quer ?? null) : readVote(given);
  const send = (quer: boolean) => wordOf(shown === quer && !isUnsent ? null : quer);
  // The house may leave the list, and take its own words with it.
  useEffect(() => {
    if (data?.message && data.reason !== lostReason && data.reason !== "failed") {
      showToast({ kind: "error", text: `Seu voto não valeu. ${data.message}` });
    }
  }, [data]);
  return (
    <VoteForm method="post" action={`#anuncio-${postId}`} preventScrollReset>
      <input type="hidden" name="intent" value="votar" />
      <input type="hidden" name="anuncio" value={postId} />
      <fieldset className={styles.own} aria-label={`Seu voto: ${title}`}>
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
    </VoteForm>
  );
}

export function RemoveButton({ postId, title }: { postId: string; title: string }) {
  return (
    <Form className={styles.remove} method="post" preventScrollReset>
      <input type="hidden" name="intent" value="tirar" />
      <button
        type="submit"
        name="anuncio"
        value={postId}
        className="link"
        aria-label={`Tirar da lista: ${title}`}
      >
        Tirar da lista
      </button>
    </Form>
  );
}
