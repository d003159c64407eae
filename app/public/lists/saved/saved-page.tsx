import type { AbsentListing } from "../../../domain/listings/hidden-listings.server.ts";
import {
  type Inquiry,
  nameInquiry,
  noInquiry,
  writeInquiry,
} from "../../../domain/listings/inquiry.ts";
import { formatHouses } from "../../../domain/listings/listing.ts";
import { withdrawnWords } from "../../../domain/listings/missing/absence.ts";
import { SaveHeart } from "../../../domain/listings/saved/save-button.tsx";
import { idOf } from "../../../domain/listings/saved/saved-listings.ts";
import { listPath } from "../../../domain/lists/group-list.ts";
import type { NamedList } from "../../../domain/lists/lists.server.ts";
import { LoadingWaves } from "../../../platform/ui/feedback/loading-waves.tsx";
import { Notice } from "../../../platform/ui/feedback/notice.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import { Link } from "../../../platform/ui/link.tsx";
import { countOf } from "../../../platform/ui/words.ts";
import { ListingRow } from "../listing-row.tsx";
import type { SavedListings } from "./saved-cards.server.ts";
import { readSavedInquiry } from "./saved-inquiry.ts";
import styles from "./saved-page.module.css";

export interface SavedPageProps extends SavedListings {
  /** False until the browser has named the saved ads. */
  isKnown: boolean;
  /** Saved ads, newest first. */
  entries: readonly string[];
  /** The group lists that the browser made or joined. */
  lists: readonly NamedList[];
  day: string;
}

export function SavedPage({ isKnown, lists, ...saved }: SavedPageProps) {
  if (!isKnown) return <Waiting />;
  return (
    <>
      {lists.map(({ code, nome, votes }) => (
        <p key={code}>
          <Link className="link" to={listPath(code)}>
            {nome}: {countOf(votes, "voto")}
          </Link>
        </p>
      ))}
      {saved.entries.length > 0 ? <Saved {...saved} /> : <EmptyNotice />}
    </>
  );
}

function Saved({ entries, listings, absent, day }: Omit<SavedPageProps, "isKnown" | "lists">) {
  const entryById = new Map(entries.map((entry) => [idOf(entry), entry]));
  const inquiryOf = (id: string) => readSavedInquiry(entryById.get(id) ?? id, day);
  const standing = new Set(listings.map(({ id }) => id));
  const ids = [...entryById.keys()];
  const shared = ids.filter((id) => standing.has(id));
  const gone = ids.filter((id) => !standing.has(id));
  const inquiries = shared.map(inquiryOf);
  // The dates of the ad saved last are those that the group is asked about.
  const inquiry = inquiries.find(({ stay }) => stay) ?? inquiries[0] ?? noInquiry;
  const plan = nameInquiry(inquiry, day);
  return (
    <>
      {shared.length > 0 && <ShareForm ids={shared} inquiry={inquiry} />}
      {gone.length > 0 && <GoneNote ids={gone} absent={absent} />}
      {listings.length > 0 && (
        <section className={styles.saved} aria-labelledby="guardados">
          <h2 id="guardados">{[formatHouses(shared.length), plan].filter(Boolean).join(" · ")}</h2>
          {listings.map((listing) => {
            const own = inquiryOf(listing.id);
            const words = nameInquiry(own, day);
            return (
              <ListingRow
                key={listing.id}
                listing={listing}
                inquiry={own}
                corner={<SaveHeart listing={listing} entry={entryById.get(listing.id)} />}
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
  const { entrada, saida, pessoas } = writeInquiry(inquiry);
  return (
    <form method="post" action="/lista/nova" className={styles.share}>
      <input type="hidden" name="anuncio" value={ids.join()} />
      <input type="hidden" name="entrada" value={entrada ?? ""} />
      <input type="hidden" name="saida" value={saida ?? ""} />
      <input type="hidden" name="pessoas" value={pessoas ?? ""} />
      <button type="submit" className="btn btn--big">
        <Icon name="users" />
        Compartilhar lista
      </button>
      <span className="small soft">O grupo vota, sem cadastro.</span>
    </form>
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
      <p>
        {paused.map(({ id, title }) => (
          <span key={id}>
            <b>{title}</b> está em pausa e pode voltar em breve.{" "}
          </span>
        ))}
        {others === 1 && "Um anúncio que você guardou não está mais no site."}
        {others > 1 && `${others} anúncios que você guardou não estão mais no site.`}
        {withdrawn > 0 && ` ${withdrawnWords(withdrawn === 1)}`}
      </p>
      <button type="button" className="btn btn--line" data-forget={ids.join(" ")}>
        Esquecer
      </button>
    </div>
  );
}
