import { Fragment } from "react";
import { Form, Link } from "react-router";
import { ListingCard } from "../../listings/card/listing-card.tsx";
import { HowOrdered } from "../../listings/list/how-ordered.tsx";
import { formatHouses } from "../../listings/listing.ts";
import { absenceWords } from "../../listings/missing/absence.ts";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { scrollIntoView } from "../../ui/forms/scroll-into-view.ts";
import { Icon } from "../../ui/icon.tsx";
import { Page } from "../../ui/shell/page-head.tsx";
import {
  femaleNumbers,
  findChoice,
  type GroupList,
  inWords,
  type ListItem,
  mayEdit,
  type RemovedItem,
} from "../group-list.ts";
import { DatesChangeNote } from "./dates-change-note.tsx";
import { GroupChoice } from "./group-choice.tsx";
import styles from "./group-list-page.module.css";
import { AddForm, CreatorForms, JoinForm, LeaveForm, PlanForm } from "./list-controls.tsx";
import { Invite, ListHead } from "./list-head.tsx";
import { RemoveButton } from "./remove-button.tsx";
import { useFreshList } from "./use-fresh-list.ts";
import { useListFocus } from "./use-list-focus.ts";
import { Votes } from "./votes.tsx";

/** Forms so far down the page that their errors need a word at the top, by their intent and id. */
const lowForms: Record<string, string> = {
  acrescentar: "o endereço do anúncio",
  mudar: "o nome, as datas ou as pessoas",
};

export interface GroupListPageProps {
  list: GroupList;
  /** Name that the visitor used on another list; "" if there is none. */
  knownName: string;
  siteUrl: string;
  day: string;
  /** The listing just taken off, which can return. */
  removed: RemovedItem | null;
  outcome: FormOutcome | undefined;
}

export function GroupListPage(props: GroupListPageProps) {
  const { list, knownName, siteUrl, day, removed, outcome } = props;
  useFreshList();
  useListFocus();
  const { viewer, items } = list;
  const isMember = viewer.nome !== null;
  const invite = <Invite list={list} siteUrl={siteUrl} />;
  // A guest came to see houses, and nobody to send the list to.
  const isGuest = !isMember && !viewer.isCreator;
  const choice = findChoice(items);
  const others = items.filter((item) => item !== choice);
  const undo = removed ? <RemovedNote key={removed.postId} removed={removed} /> : null;
  const undoIndex = others.findIndex(({ postId }) => postId === removed?.before);
  return (
    <Page className={styles.page}>
      <ListHead list={list} day={day} />
      <DatesChangeNote list={list} day={day} />
      {outcome?.message && (
        <p className="note note--earth" role="alert" ref={scrollIntoView}>
          <Icon name="circle-exclamation-point" />
          <b>{outcome.message}</b>
        </p>
      )}
      {outcome && Object.hasOwn(lowForms, outcome.intent) && !outcome.message && (
        <p className="note note--earth" role="alert">
          <Icon name="circle-exclamation-point" />
          <span>
            Nada mudou ainda: falta corrigir{" "}
            <a href={`#${outcome.intent}`}>{lowForms[outcome.intent]}</a>.
          </span>
        </p>
      )}
      {!isMember && <JoinForm list={list} outcome={outcome} knownName={knownName} />}
      {!isGuest && invite}
      <div className={styles.houses} id="casas" tabIndex={-1}>
        {choice?.listing && (
          <GroupChoice list={list} item={choice} listing={choice.listing} siteUrl={siteUrl} />
        )}
        <section className={styles.others} aria-labelledby="anuncios-titulo">
          <h2 id="anuncios-titulo">{headingOf(others.length, choice !== null)}</h2>
          {items.length === 0 && <EmptyList />}
          {(others.length > 0 || undo) && (
            <div className={styles.cards}>
              {others.map((item, index) => (
                <Fragment key={item.postId}>
                  {index === undoIndex && undo}
                  <Item list={list} item={item} siteUrl={siteUrl} />
                </Fragment>
              ))}
              {undoIndex === -1 && undo}
            </div>
          )}
        </section>
      </div>
      {isGuest && invite}
      <div className={styles.controls}>
        <AddForm list={list} outcome={outcome} />
        {mayEdit(list) && <PlanForm list={list} outcome={outcome} day={day} />}
        {isMember && (
          <div className={styles.own}>
            <JoinForm list={list} outcome={outcome} knownName={knownName} />
            <LeaveForm />
          </div>
        )}
        {viewer.isCreator && <CreatorForms list={list} />}
      </div>
      <p className="small soft">
        A lista não é de nenhuma conta: quem tem o endereço pode ver, adicionar casas e entrar. Só
        quem entrou muda as datas e tira casas. Ela se apaga um ano depois da última visita.{" "}
        <HowOrdered />
      </p>
    </Page>
  );
}

function headingOf(count: number, hasChoice: boolean): string {
  if (!hasChoice) return count === 0 ? "Nenhuma casa na lista" : `${formatHouses(count)} na lista`;
  if (count === 0) return "Nenhuma outra";
  return count === 1 ? "A outra" : `As outras ${inWords(count, femaleNumbers)}`;
}

function EmptyList() {
  return (
    <Notice
      wide
      level={3}
      picture="varanda"
      title="A rede ainda está vazia"
      action={
        <Link className="btn" to="/">
          <Icon name="search" />
          Procurar casas
        </Link>
      }
    >
      Cole abaixo o endereço de um anúncio, ou toque no coração das casas de que gostar e ponha-as
      aqui pela Minha lista.
    </Notice>
  );
}

interface ItemProps {
  list: GroupList;
  item: ListItem;
  siteUrl: string;
}

function Item({ list, item, siteUrl }: ItemProps) {
  const { listing, absence, postId, title } = item;
  const { stay, pessoas } = list;
  const mayRemove = mayEdit(list);
  const most = listing?.quantidadeMaximaPessoas;
  return (
    <div className={styles.item} id={`anuncio-${postId}`} tabIndex={-1}>
      {listing ? (
        <ListingCard listing={listing} siteUrl={siteUrl} inquiry={{ stay, people: pessoas }}>
          {most != null && pessoas !== null && pessoas > most && (
            <p className="small soft">
              Cabem até {most}, e vocês são {pessoas}.
            </p>
          )}
          <Votes list={list} item={item} />
          {mayRemove && <RemoveButton postId={postId} title={title} />}
        </ListingCard>
      ) : (
        <article className={styles.gone}>
          <h3>{title}</h3>
          {absence && (
            <p className={absence === "withdrawn" ? "note note--earth" : "soft"}>
              {absenceWords[absence].title}. {absenceWords[absence].text}
            </p>
          )}
          {mayRemove && <RemoveButton postId={postId} title={title} />}
        </article>
      )}
    </div>
  );
}

/** Stands where the listing stood, with the focus, which was on its button. */
function RemovedNote({ removed: { postId, title } }: { removed: RemovedItem }) {
  return (
    <Form
      id="tirado"
      className={`${styles.removed} note`}
      method="post"
      preventScrollReset
      aria-label={`${title} saiu da lista`}
    >
      <input type="hidden" name="intent" value="acrescentar" />
      <p role="status">
        <b>{title}</b> saiu da lista.
      </p>
      {/* biome-ignore lint/a11y/noAutofocus: the button that had the focus is gone */}
      <button type="submit" name="anuncio" value={postId} className="btn btn--line" autoFocus>
        <Icon name="undo-2" />
        Desfazer
      </button>
    </Form>
  );
}
