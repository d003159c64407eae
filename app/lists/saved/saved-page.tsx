import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { formatPeople, formatStay } from "../../calendar/stays.ts";
import { ListingCard } from "../../listings/card/listing-card.tsx";
import type { AbsentListing } from "../../listings/hidden-listings.server.ts";
import { HowOrdered } from "../../listings/list/how-ordered.tsx";
import { formatHouses, type ListingSummary } from "../../listings/listing.ts";
import { absenceWords, withdrawnWords } from "../../listings/missing/absence.ts";
import { forgetSaved } from "../../saved/many-saved.ts";
import { SaveHeart } from "../../saved/save-button.tsx";
import { entriesOf, idOf } from "../../saved/saved-listings.ts";
import { useSaved } from "../../saved/use-saved.ts";
import { LoadingWaves } from "../../ui/feedback/loading-waves.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { plural } from "../../ui/words.ts";
import { Brought, StorageNote } from "./carry-over.tsx";
import { lastInquiry } from "./last-inquiry.ts";
import { OwnLists } from "./own-lists.tsx";
import { useRememberedLists } from "./remembered-lists.ts";
import { readSavedInquiry } from "./saved-inquiry.ts";
import type { SavedListings } from "./saved-listings.server.ts";
import styles from "./saved-page.module.css";
import { ShareForm } from "./share-form.tsx";

export interface SavedPageProps {
  siteUrl: string;
  today: string;
}

/** Only script knows which ads are saved. */
export function SavedPage({ siteUrl, today }: SavedPageProps) {
  const entries = useSaved();
  const saved = entries?.map(idOf) ?? null;
  const remembered = useRememberedLists();
  const fetcher = useFetcher<SavedListings>();
  // An ad forgotten here stays on the page, so that a second tap brings it back with its dates.
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const savedText = entries?.join(" ");
  useEffect(() => {
    if (savedText === undefined) return;
    const now = entriesOf(savedText);
    if (now.every((entry) => wanted.includes(entry))) return;
    const ids = now.map(idOf);
    const all = [...now, ...wanted.filter((entry) => !ids.includes(idOf(entry)))];
    setWanted(all);
    const query = new URLSearchParams(all.map((entry) => ["anuncio", entry]));
    fetcher.load(`/guardados?${query}`);
  }, [savedText, wanted, fetcher.load]);

  const listings = fetcher.data?.listings ?? [];
  if (saved?.length === 0 && listings.length === 0) {
    return (
      <>
        <Brought />
        <OwnLists lists={remembered} />
        <EmptyNotice />
      </>
    );
  }
  if (!saved || !fetcher.data) return <Waiting />;
  const standing = new Set(listings.map(({ id }) => id));
  const shared = saved.filter((id) => standing.has(id));
  const { absent } = fetcher.data;
  const resting = absent.filter(({ id, absence }) => absence === "paused" && saved.includes(id));
  const isGone = (id: string) => !standing.has(id) && !resting.some((one) => one.id === id);
  const asked = wanted.map(idOf);
  const gone = saved.filter((id) => asked.includes(id) && isGone(id));
  const isWithdrawn = (id: string) =>
    absent.some((one) => one.id === id && one.absence === "withdrawn");
  const withdrawn = gone.filter(isWithdrawn);
  const others = gone.filter((id) => !isWithdrawn(id));
  const entryOf = (id: string) => wanted.find((entry) => idOf(entry) === id) ?? id;
  return (
    <>
      <Brought />
      {shared.length > 0 && <StorageNote siteUrl={siteUrl} entries={entries ?? []} />}
      <OwnLists lists={remembered} ids={shared} />
      {withdrawn.length > 0 && <GoneNote ids={withdrawn} isWarning />}
      {others.length > 0 && <GoneNote ids={others} />}
      {listings.length > 0 && (
        <section className={styles.saved} aria-labelledby="guardados">
          <h2 id="guardados">
            {formatHouses(shared.length)} {plural(shared.length, "guardada")}
          </h2>
          <p className={`${styles.order} soft`}>
            Da última guardada à primeira. <HowOrdered />
          </p>
          {shared.length > 0 && (
            <a className={`btn ${styles.jump}`} href="#compartilhar">
              <Icon name="users" />
              Escolher com o grupo
            </a>
          )}
          <div className={styles.cards}>
            {listings.map((listing) => (
              <SavedCard
                key={listing.id}
                listing={listing}
                siteUrl={siteUrl}
                entry={entryOf(listing.id)}
                isSaved={saved.includes(listing.id)}
                today={today}
              />
            ))}
          </div>
        </section>
      )}
      {resting.length > 0 && <Resting listings={resting} />}
      {shared.length > 0 && (
        <section className={styles.share} aria-labelledby="compartilhar">
          <h2 id="compartilhar">Escolham juntos</h2>
          <p className="soft">
            A lista ganha um endereço para mandar no grupo, e cada um vota, sem cadastro. Nome,
            datas e pessoas podem ficar para depois.
          </p>
          {remembered.length === 0 ? (
            <ShareForm ids={shared} today={today} suggested={lastInquiry(today)} />
          ) : (
            <details>
              <summary className="link">Criar outra lista</summary>
              <ShareForm ids={shared} today={today} suggested={lastInquiry(today)} />
            </details>
          )}
        </section>
      )}
    </>
  );
}

interface SavedCardProps {
  listing: ListingSummary;
  siteUrl: string;
  entry: string;
  isSaved: boolean;
  today: string;
}

/** A card that remembers for which dates and people it was saved, also after it was forgotten. */
function SavedCard({ listing, siteUrl, entry, isSaved, today }: SavedCardProps) {
  const inquiry = readSavedInquiry(entry, today);
  const { stay, people } = inquiry;
  const words = [stay && formatStay(stay, today), people !== null && formatPeople(people)];
  return (
    <ListingCard
      listing={listing}
      siteUrl={siteUrl}
      inquiry={inquiry}
      corner={<SaveHeart listing={listing} entry={entry} />}
    >
      {words.some(Boolean) && (
        <p className="small soft">Você procurava: {words.filter(Boolean).join(", ")}</p>
      )}
      <p className={`${styles.forgotten} small`} role="status">
        {!isSaved && (
          <>
            <b>{listing.title}</b> saiu da sua lista. O coração traz de volta.
          </>
        )}
      </p>
    </ListingCard>
  );
}

function Waiting() {
  return (
    <>
      <p className={styles.waiting} role="status">
        <LoadingWaves />
        Carregando...
      </p>
      <noscript>
        <p className="note">
          <span>
            Os anúncios guardados ficam no seu navegador, e só aparecem com JavaScript. Sem ele, dá
            para abrir <a href="/">todos os anúncios</a> e usar as listas que o grupo mandar.
          </span>
        </p>
      </noscript>
    </>
  );
}

function EmptyNotice() {
  return (
    <Notice
      wide
      picture="varanda"
      title="A rede ainda está vazia"
      action={
        <Link className="btn" to="/">
          <Icon name="search" />
          Procurar casas
        </Link>
      }
    >
      Toque no coração das casas de que gostar. Depois mande a lista no grupo e cada um vota.
    </Notice>
  );
}

function Resting({ listings }: { listings: readonly AbsentListing[] }) {
  return (
    <section className={styles.resting} aria-labelledby="em-pausa">
      <h2 id="em-pausa">Em pausa</h2>
      <ul>
        {listings.map(({ id, title }) => (
          <li key={id}>
            <b>{title}</b>
            <span className="soft">{absenceWords.paused.text}</span>
            <button type="button" className="link" onClick={() => forgetSaved([id])}>
              Esquecer<span className="visually-hidden"> {title}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface GoneNoteProps {
  ids: readonly string[];
  /** True if the staff took them off the site. */
  isWarning?: boolean;
}

function GoneNote({ ids, isWarning = false }: GoneNoteProps) {
  const isOne = ids.length === 1;
  return (
    <div className={`${styles.gone} note ${isWarning ? "note--earth" : ""}`}>
      <p role="status">
        {isOne
          ? "Um anúncio que você guardou não está mais no site."
          : `${ids.length} anúncios que você guardou não estão mais no site.`}
        {isWarning && ` ${withdrawnWords(isOne)}`}
      </p>
      <button type="button" className="btn btn--line" onClick={() => forgetSaved(ids)}>
        Esquecer
      </button>
    </div>
  );
}
