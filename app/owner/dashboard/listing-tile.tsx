import { type Pause, pauseOf } from "../../domain/accounts/visibility/pause.ts";
import { daysFrom, formatDay } from "../../domain/calendar/civil-date.ts";
import { lastConfirmation, staleAfterDays } from "../../domain/listings/freshness.ts";
import type { OwnListingSummary } from "../../domain/listings/listings.server.ts";
import {
  countContacts,
  describeVisits,
  type VisitNumbers,
} from "../../domain/listings/visits/visit-numbers.ts";
import { Picture } from "../../domain/photos/picture.tsx";
import { Icon } from "../../platform/ui/icon.tsx";
import { Link } from "../../platform/ui/link.tsx";
import { LocationLine } from "../../platform/ui/pictures/marks.tsx";
import { ShareLink } from "../../platform/ui/share-link.tsx";
import { createPathFrom } from "../editor/model/model-names.ts";
import styles from "./listing-tile.module.css";

export interface OwnListingProps {
  listing: OwnListingSummary;
  /** Undefined if nobody visited. */
  numbers: VisitNumbers | undefined;
  siteUrl: string;
  today: string;
}

/** Id of the heading of an ad on the dashboard. */
function ownListingId(id: string): string {
  return `anuncio-${id}`;
}

/** Path of the dashboard, scrolled to one of its ads. */
export function ownListingPath(id: string): string {
  return `/dashboard#${ownListingId(id)}`;
}

export function OwnListing(props: OwnListingProps) {
  const { listing, numbers, siteUrl, today } = props;
  const { id, title, photos } = listing;
  const titleId = ownListingId(id);
  const cover = photos[0];
  const pause = pauseOf(listing);
  return (
    <li
      className={`${styles.listing} ${pause ? styles.paused : ""}`}
      data-visitas={numbers?.views ?? 0}
      data-contatos={numbers ? countContacts(numbers) : 0}
    >
      <div className={styles.id}>
        <div className={styles.picture}>
          {cover ? (
            <Picture photo={cover} sizes="9rem" range={[180, 400]} alt="" />
          ) : (
            <p className={styles.blank}>
              <Icon name="image-off" />
              Sem foto
            </p>
          )}
        </div>
        <div className={styles.words}>
          <h2 id={titleId}>{title}</h2>
          <LocationLine name={listing.localizacao} />
          <State pause={pause} age={daysFrom(lastConfirmation(listing), today)} />
          {numbers && <p className="small">{describeVisits(numbers)}</p>}
        </div>
      </div>
      <div className={styles.tasks}>
        <div className={styles.main}>
          <Link className="btn" to={`/posts/${id}/calendario`} aria-describedby={titleId}>
            <Icon name="calendar-days" />
            Calendário
          </Link>
          <Link className="btn btn--line" to={`/posts/edit/${id}`} aria-describedby={titleId}>
            <Icon name="pencil" />
            Editar
          </Link>
          {!pause && (
            <ShareLink
              url={`${siteUrl}/posts/${id}`}
              text={title}
              className="btn btn--line"
              describedBy={titleId}
            />
          )}
        </div>
        <div className={styles.quiet}>
          <Link className="link" to={`/posts/${id}`} aria-describedby={titleId}>
            Ver
          </Link>
          {(!pause || pause.pausedBy === "owner") && (
            <PauseForm id={id} titleId={titleId} isPaused={pause !== null} />
          )}
          <form action="/dashboard">
            <button
              type="submit"
              name="excluir"
              value={id}
              className={`link ${styles.bin}`}
              aria-label={`Excluir ${title}`}
              aria-haspopup="dialog"
            >
              Excluir
            </button>
          </form>
          <details className={styles.more}>
            <summary className="link" aria-describedby={titleId}>
              Mais
            </summary>
            <div className={styles.quiet}>
              {listing.hadGuests && (
                <Link className="link" to={`/posts/${id}/depoimentos`} aria-describedby={titleId}>
                  Depoimentos
                </Link>
              )}
              <Link className="link" to={`/posts/${id}/cartaz`} aria-describedby={titleId}>
                Cartaz
              </Link>
              <Link className="link" to={createPathFrom(id)} aria-describedby={titleId}>
                Usar como modelo
              </Link>
            </div>
          </details>
        </div>
      </div>
    </li>
  );
}

interface StateProps {
  pause: Pause | null;
  /** Days since somebody vouched for the calendar. */
  age: number;
}

function State({ pause, age }: StateProps) {
  if (pause) {
    return (
      <p className={`${styles.state} ${styles.off}`}>
        <Icon name="pause" />
        Em pausa desde {formatDay(pause.pausedAt)}
      </p>
    );
  }
  if (age >= staleAfterDays) {
    return (
      <p className={`${styles.state} ${styles.warn}`}>
        <Icon name="clock" />
        No ar, com o calendário por confirmar
      </p>
    );
  }
  return (
    <p className={`${styles.state} ${styles.on}`}>
      <Icon name="circle-check" />
      No ar
    </p>
  );
}

interface PauseFormProps {
  id: string;
  titleId: string;
  isPaused: boolean;
}

function PauseForm({ id, titleId, isPaused }: PauseFormProps) {
  return (
    <form method="post" action="/dashboard">
      <input type="hidden" name="id" value={id} />
      <button
        type="submit"
        name="intent"
        value={isPaused ? "mostrar" : "pausar"}
        className="link"
        aria-describedby={titleId}
      >
        {isPaused ? "Voltar a mostrar" : "Pausar anúncio"}
      </button>
    </form>
  );
}
