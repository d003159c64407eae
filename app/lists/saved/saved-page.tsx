import { useEffect, useState } from "react";
import { Form, useFetcher } from "react-router";
import { absenceWords } from "../../listings/absence.ts";
import { ListingCard } from "../../listings/card/listing-card.tsx";
import type { AbsentListing } from "../../listings/hidden-listings.server.ts";
import { formatHouses, type ListingSummary } from "../../listings/listing.ts";
import { forgetSaved } from "../../saved/saved-listings.ts";
import { useSaved } from "../../saved/use-saved.ts";
import { LoadingWaves } from "../../ui/feedback/loading-waves.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { useInAppBrowser } from "../../ui/use-in-app-browser.ts";
import { plural } from "../../ui/words.ts";
import { listPath } from "../group-list.ts";
import { lastInquiry } from "./last-inquiry.ts";
import { type RememberedList, useRememberedLists } from "./remembered-lists.ts";
import styles from "./saved-page.module.css";
import { ShareForm } from "./share-form.tsx";

interface Loaded {
  listings: ListingSummary[];
  absent: AbsentListing[];
}

export interface SavedPageProps {
  siteUrl: string;
  today: string;
}

/** Only script knows which ads are saved. */
export function SavedPage({ siteUrl, today }: SavedPageProps) {
  const saved = useSaved();
  const remembered = useRememberedLists();
  const fetcher = useFetcher<Loaded>();
  // An ad forgotten here stays on the page, so that a second tap brings it back.
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  useEffect(() => {
    if (saved === null || saved.every((id) => wanted?.includes(id))) return;
    const all = [...new Set([...saved, ...(wanted ?? [])])];
    setWanted(all);
    const query = new URLSearchParams(all.map((id) => ["anuncio", id]));
    fetcher.load(`/guardados?${query}`);
  }, [saved, wanted, fetcher.load]);

  const listings = fetcher.data?.listings ?? [];
  if (saved?.length === 0 && listings.length === 0) {
    return (
      <>
        <EmptyNotice />
        <OwnLists lists={remembered} />
      </>
    );
  }
  if (!saved || !fetcher.data) return <Waiting />;
  const standing = new Set(listings.map(({ id }) => id));
  const shared = saved.filter((id) => standing.has(id));
  const { absent } = fetcher.data;
  const resting = absent.filter(({ id, absence }) => absence === "paused" && saved.includes(id));
  const withdrawn = absent.filter(({ absence }) => absence === "withdrawn").map(({ id }) => id);
  const isGone = (id: string) => !standing.has(id) && !resting.some((one) => one.id === id);
  const gone = saved.filter((id) => wanted?.includes(id) && isGone(id));
  return (
    <>
      {shared.length > 0 && <StorageNote />}
      {gone.length > 0 && (
        <GoneNote ids={gone} isWarning={gone.some((id) => withdrawn.includes(id))} />
      )}
      {listings.length > 0 && (
        <section className={styles.saved} aria-labelledby="guardados">
          <h2 id="guardados">
            {formatHouses(shared.length)} {plural(shared.length, "guardada")}
          </h2>
          {shared.length > 0 && (
            <a className={`btn ${styles.jump}`} href="#compartilhar">
              <Icon name="users" />
              Escolher com o grupo
            </a>
          )}
          <div className={styles.cards}>
            {listings.map((listing) => (
              <ListingCard key={listing.id} listing={listing} siteUrl={siteUrl} />
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
          <ShareForm ids={shared} today={today} suggested={lastInquiry(today)} />
        </section>
      )}
      <OwnLists lists={remembered} ids={shared} />
    </>
  );
}

/** Shown inside apps, where the lead's "only in this browser" may mean until it is closed. */
function StorageNote() {
  const inApp = useInAppBrowser();
  if (!inApp) return null;
  return (
    <p className="note">
      <Icon name="info" />
      <span>
        Você está no navegador do {inApp.app}, que pode esquecer tudo ao fechar.{" "}
        <a href="#compartilhar">Compartilhe a lista</a>: ela ganha um link que abre em qualquer
        navegador.
      </span>
    </p>
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
  /** True if the staff took one of them off the site. */
  isWarning: boolean;
}

function GoneNote({ ids, isWarning }: GoneNoteProps) {
  return (
    <div className={`${styles.gone} note ${isWarning ? "note--earth" : ""}`}>
      <p role="status">
        {ids.length === 1
          ? "Um anúncio que você guardou não está mais no site."
          : `${ids.length} anúncios que você guardou não estão mais no site.`}{" "}
        {isWarning && absenceWords.withdrawn.text}
      </p>
      <button type="button" className="btn btn--line" onClick={() => forgetSaved(ids)}>
        Esquecer
      </button>
    </div>
  );
}

interface OwnListsProps {
  lists: readonly RememberedList[];
  /** Listings that can be added to a list. */
  ids?: readonly string[];
}

/** The lists this browser opened before. */
function OwnLists({ lists, ids = [] }: OwnListsProps) {
  if (lists.length === 0) return null;
  return (
    <section className={styles.lists} aria-labelledby="listas">
      <h2 id="listas">Listas do grupo</h2>
      <ul>
        {lists.map(({ code, nome }) => (
          <li key={code}>
            <Link className="link" to={listPath(code)}>
              {nome}
            </Link>
            {ids.length > 0 && (
              <Form method="post" action={listPath(code)}>
                <input type="hidden" name="intent" value="acrescentar" />
                {ids.map((id) => (
                  <input key={id} type="hidden" name="anuncio" value={id} />
                ))}
                <button
                  type="submit"
                  className="btn btn--line"
                  aria-label={`Adicionar os guardados a esta lista: ${nome}`}
                >
                  Adicionar os guardados a esta lista
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
