import { greetingDetails, greetingLink } from "../../../domain/listings/card/greeting.ts";
import { formatHouses } from "../../../domain/listings/listing.ts";
import { absenceWords } from "../../../domain/listings/missing/absence.ts";
import {
  findChoice,
  type GroupList,
  type ListItem,
  mayEdit,
} from "../../../domain/lists/group-list.ts";
import { ErrorNote } from "../../../platform/ui/feedback/error-line.tsx";
import { Notice } from "../../../platform/ui/feedback/notice.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import { Link } from "../../../platform/ui/link.tsx";
import { Flag } from "../../../platform/ui/pictures/marks.tsx";
import { Page } from "../../../platform/ui/shell/page-head.tsx";
import type { FormOutcome } from "../../../platform/web/forms/form-outcome.ts";
import { beaconText } from "../../../platform/web/visit-beacon.ts";
import { ListingRow } from "../listing-row.tsx";
import styles from "./group-list-page.module.css";
import { AddForm, DeleteForm, JoinForm, LeaveForm, RemoveForm } from "./list-controls.tsx";
import { Invite, ListHead } from "./list-head.tsx";
import { Votes } from "./votes.tsx";

export interface GroupListPageProps {
  list: GroupList;
  siteUrl: string;
  day: string;
  outcome: FormOutcome | undefined;
}

export function GroupListPage({ list, siteUrl, day, outcome }: GroupListPageProps) {
  const { viewer, items } = list;
  const isMember = viewer.nome !== null;
  const choice = findChoice(items);
  const sorted = choice ? [choice, ...items.filter((item) => item !== choice)] : items;
  return (
    <Page className={styles.page}>
      <ListHead list={list} day={day} outcome={outcome} />
      <ErrorNote>{outcome?.message}</ErrorNote>
      {mayEdit(list) && <Invite list={list} siteUrl={siteUrl} />}
      {!isMember && <JoinForm outcome={outcome} />}
      <section className={styles.houses} id="casas" aria-labelledby="casas-titulo">
        <h2 id="casas-titulo">{formatHouses(items.length)} na lista</h2>
        {items.length === 0 && <EmptyList />}
        {sorted.map((item) => (
          <Item
            key={item.postId}
            list={list}
            item={item}
            siteUrl={siteUrl}
            isChoice={item === choice}
          />
        ))}
      </section>
      <div className={styles.controls}>
        <AddForm outcome={outcome} />
        {isMember && <LeaveForm />}
        {viewer.isCreator && <DeleteForm />}
      </div>
    </Page>
  );
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

interface ItemProps {
  list: GroupList;
  item: ListItem;
  siteUrl: string;
  /** The group prefers it. */
  isChoice: boolean;
}

function Item({ list, item, siteUrl, isChoice }: ItemProps) {
  const { listing, absence, postId, title } = item;
  const inquiry = { stay: list.stay, people: list.pessoas };
  const most = listing?.quantidadeMaximaPessoas;
  const remove = mayEdit(list) && <RemoveForm postId={postId} title={title} />;
  return (
    <div className={isChoice ? styles.choice : styles.item} id={`anuncio-${postId}`}>
      {listing ? (
        <ListingRow
          listing={listing}
          inquiry={inquiry}
          corner={isChoice && <Flag className={styles.flag}>O grupo prefere</Flag>}
        >
          {most != null && list.pessoas !== null && list.pessoas > most && (
            <p className="small soft">
              Cabem até {most}, e vocês são {list.pessoas}.
            </p>
          )}
          <Votes list={list} item={item} />
          {isChoice && listing.whatsapp && (
            <a
              className="btn btn--whats"
              href={greetingLink(listing, siteUrl, greetingDetails(inquiry, listing.offer))}
              data-count={beaconText("whatsapp", postId)}
            >
              <Icon name="whatsapp" />
              Perguntar se está livre
            </a>
          )}
          {remove}
        </ListingRow>
      ) : (
        <article className={styles.gone}>
          <h3>{title}</h3>
          {absence && (
            <p className={absence === "withdrawn" ? "note note--earth" : "soft"}>
              {absenceWords[absence].title}. {absenceWords[absence].text}
            </p>
          )}
          {remove}
        </article>
      )}
    </div>
  );
}
