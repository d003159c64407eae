import { Link } from "react-router";
import { formatHouses } from "../../listings/listing.ts";
import { absenceWords } from "../../listings/missing/absence.ts";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { scrollIntoView } from "../../ui/forms/scroll-into-view.ts";
import { Icon } from "../../ui/icon.tsx";
import { Page } from "../../ui/shell/page-head.tsx";
import { findChoice, type GroupList, type ListItem, mayEdit } from "../group-list.ts";
import { ListingRow } from "../listing-row.tsx";
import { GroupChoice } from "./group-choice.tsx";
import styles from "./group-list-page.module.css";
import { AddForm, CreatorForms, JoinForm, OwnForms } from "./list-controls.tsx";
import { Invite, ListHead } from "./list-head.tsx";
import { useFreshList } from "./use-fresh-list.ts";
import { useListFocus } from "./use-list-focus.ts";
import { RemoveButton, Votes } from "./votes.tsx";

export interface GroupListPageProps {
  list: GroupList;
  /** Name that the visitor used on another list; "" if there is none. */
  knownName: string;
  siteUrl: string;
  day: string;
  outcome: FormOutcome | undefined;
}

export function GroupListPage({ list, knownName, siteUrl, day, outcome }: GroupListPageProps) {
  useFreshList();
  useListFocus();
  const { viewer, items } = list;
  const isMember = viewer.nome !== null;
  const choice = findChoice(items);
  const others = items.filter((item) => item !== choice);
  return (
    <Page className={styles.page}>
      <ListHead list={list} day={day} outcome={outcome} />
      {outcome?.message && (
        <p className="note note--earth" role="alert" ref={scrollIntoView}>
          <Icon name="circle-exclamation-point" />
          <b>{outcome.message}</b>
        </p>
      )}
      {mayEdit(list) && <Invite list={list} siteUrl={siteUrl} />}
      {!isMember && <JoinForm list={list} outcome={outcome} knownName={knownName} />}
      <div className={styles.houses} id="casas" tabIndex={-1}>
        {choice?.listing && (
          <GroupChoice list={list} item={choice} listing={choice.listing} siteUrl={siteUrl} />
        )}
        <section aria-labelledby="anuncios-titulo">
          <h2 id="anuncios-titulo" className={choice ? styles.rest : undefined}>
            {headingOf(others.length, choice !== null)}
          </h2>
          {items.length === 0 && <EmptyList />}
          {others.map((item) => (
            <Item key={item.postId} list={list} item={item} />
          ))}
        </section>
      </div>
      <div className={styles.controls}>
        <AddForm list={list} outcome={outcome} />
        {isMember && <OwnForms list={list} outcome={outcome} knownName={knownName} />}
        {viewer.isCreator && <CreatorForms list={list} />}
      </div>
    </Page>
  );
}

function headingOf(count: number, hasChoice: boolean): string {
  if (!hasChoice) return count === 0 ? "Nenhuma casa na lista" : `${formatHouses(count)} na lista`;
  return count === 0 ? "Nenhuma outra" : count === 1 ? "A outra" : "As outras";
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
      Cole abaixo o endereço de um anúncio.
    </Notice>
  );
}

function Item({ list, item }: { list: GroupList; item: ListItem }) {
  const { listing, absence, postId, title } = item;
  const { stay, pessoas } = list;
  const most = listing?.quantidadeMaximaPessoas;
  return (
    <div className={styles.item} id={`anuncio-${postId}`} tabIndex={-1}>
      {listing ? (
        <ListingRow listing={listing} inquiry={{ stay, people: pessoas }}>
          {most != null && pessoas !== null && pessoas > most && (
            <p className="small soft">
              Cabem até {most}, e vocês são {pessoas}.
            </p>
          )}
          <Votes list={list} item={item} />
          {mayEdit(list) && <RemoveButton postId={postId} title={title} />}
        </ListingRow>
      ) : (
        <article className={styles.gone}>
          <h3>{title}</h3>
          {absence && (
            <p className={absence === "withdrawn" ? "note note--earth" : "soft"}>
              {absenceWords[absence].title}. {absenceWords[absence].text}
            </p>
          )}
          {mayEdit(list) && <RemoveButton postId={postId} title={title} />}
        </article>
      )}
    </div>
  );
}
