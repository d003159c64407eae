import { useEffect, useState } from "react";
import { Form, useFetcher, useNavigation } from "react-router";
import type { AbsentListing } from "../../listings/hidden-listings.server.ts";
import { type Inquiry, nameInquiry, noInquiry, writeInquiry } from "../../listings/inquiry.ts";
import { formatHouses } from "../../listings/listing.ts";
import { withdrawnWords } from "../../listings/missing/absence.ts";
import { SaveHeart } from "../../saved/save-button.tsx";
import { entriesOf, forgetSaved, idOf } from "../../saved/saved-listings.ts";
import { useSaved } from "../../saved/use-saved.ts";
import { LoadingWaves } from "../../ui/feedback/loading-waves.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { ListingRow } from "../listing-row.tsx";
import { readSavedInquiry } from "./saved-inquiry.ts";
import type { SavedListings } from "./saved-listings.server.ts";
import styles from "./saved-page.module.css";

/** Only script knows which ads are saved. */
export function SavedPage({ today }: { today: string }) {
  const entries = useSaved();
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

  const saved = entries?.map(idOf);
  const listings = fetcher.data?.listings ?? [];
  if (saved?.length === 0 && listings.length === 0) return <EmptyNotice />;
  if (!saved || !fetcher.data) return <Waiting />;
  const { absent } = fetcher.data;
  const standing = new Set(listings.map(({ id }) => id));
  const shared = saved.filter((id) => standing.has(id));
  const asked = wanted.map(idOf);
  const gone = saved.filter((id) => asked.includes(id) && !standing.has(id));
  const entryOf = (id: string) => wanted.find((entry) => idOf(entry) === id) ?? id;
  const inquiries = shared.map((id) => readSavedInquiry(entryOf(id), today));
  // The dates of the ad saved last are those that the group is asked about.
  const inquiry = inquiries.find(({ stay }) => stay) ?? inquiries[0] ?? noInquiry;
  const plan = nameInquiry(inquiry, today);
  return (
    <>
      {shared.length > 0 && <ShareForm ids={shared} inquiry={inquiry} />}
      {gone.length > 0 && <GoneNote ids={gone} absent={absent} />}
      {listings.length > 0 && (
        <section className={styles.saved} aria-labelledby="guardados">
          <h2 id="guardados">{[formatHouses(shared.length), plan].filter(Boolean).join(" · ")}</h2>
          {listings.map((listing) => {
            const own = readSavedInquiry(entryOf(listing.id), today);
            const words = nameInquiry(own, today);
            return (
              <ListingRow
                key={listing.id}
                listing={listing}
                inquiry={own}
                corner={<SaveHeart listing={listing} entry={entryOf(listing.id)} />}
              >
                {words && words !== plan && <p className="small soft">Você procurava: {words}</p>}
              </ListingRow>
            );
          })}
        </section>
      )}
    </>
  );
}

function ShareForm({ ids, inquiry }: { ids: readonly string[]; inquiry: Inquiry }) {
  const isBusy = useNavigation().formData !== undefined;
  const { entrada, saida, pessoas } = writeInquiry(inquiry);
  return (
    <Form method="post" action="/lista/nova" className={styles.share}>
      <input type="hidden" name="anuncio" value={ids.join()} />
      <input type="hidden" name="entrada" value={entrada ?? ""} />
      <input type="hidden" name="saida" value={saida ?? ""} />
      <input type="hidden" name="pessoas" value={pessoas ?? ""} />
      <button type="submit" className="btn btn--big" disabled={isBusy} aria-busy={isBusy}>
        <Icon name="users" />
        {isBusy ? "Aguarde..." : "Compartilhar lista"}
      </button>
      <span className="small soft">O grupo vota, sem cadastro.</span>
    </Form>
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

interface GoneNoteProps {
  ids: readonly string[];
  absent: readonly AbsentListing[];
}

/** Names the paused ones, and warns of those that the staff took off the site. */
function GoneNote({ ids, absent }: GoneNoteProps) {
  const of = (absence: AbsentListing["absence"]) =>
    absent.filter((one) => one.absence === absence && ids.includes(one.id));
  const paused = of("paused");
  const withdrawn = of("withdrawn").length;
  const others = ids.length - paused.length;
  return (
    <div className={`${styles.gone} note ${withdrawn > 0 ? "note--earth" : ""}`}>
      <p role="status">
        {paused.map(({ id, title }) => (
          <span key={id}>
            <b>{title}</b> está em pausa e pode voltar em breve.{" "}
          </span>
        ))}
        {others === 1 && "Um anúncio que você guardou não está mais no site."}
        {others > 1 && `${others} anúncios que você guardou não estão mais no site.`}
        {withdrawn > 0 && ` ${withdrawnWords(withdrawn === 1)}`}
      </p>
      <button type="button" className="btn btn--line" onClick={() => forgetSaved(ids)}>
        Esquecer
      </button>
    </div>
  );
}
