import { useEffect } from "react";
import { Form, Link, useFetcher, useNavigation } from "react-router";
import type { OwnPlan } from "../../accounts/plans/own-plan.ts";
import { civilDateOf, daysFrom, formatCivilDate, formatDay } from "../../calendar/civil-date.ts";
import { lastConfirmation, staleAfterDays } from "../../listings/freshness.ts";
import type { OwnListingSummary } from "../../listings/listings.server.ts";
import { Picture } from "../../photos/picture.tsx";
import { showToast } from "../../ui/feedback/toast.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LocationLine } from "../../ui/pictures/marks.tsx";
import { countOf } from "../../ui/words.ts";
import { type Pause, pauseOf } from "../../visibility/pause.ts";
import { countedDays, describeVisits, type VisitNumbers } from "../../visits/visit-numbers.ts";
import { ShareOwn } from "./next-steps/share-own.tsx";
import styles from "./own-listing.module.css";
import { UseAsModel } from "./use-as-model.tsx";

export interface OwnListingProps {
  listing: OwnListingSummary;
  /** Undefined if nobody visited. */
  numbers: VisitNumbers | undefined;
  /** The plan, if it has no room for another ad. */
  fullPlan: OwnPlan | null;
  siteUrl: string;
  today: string;
  onDelete: () => void;
}

export function OwnListing(props: OwnListingProps) {
  const { listing, numbers, fullPlan, siteUrl, today, onDelete } = props;
  const { id, title, photos } = listing;
  const titleId = `anuncio-${id}`;
  const cover = photos[0];
  const pause = pauseOf(listing);
  const age = Math.max(0, daysFrom(lastConfirmation(listing), today));
  return (
    <li
      className={`${styles.listing} ${pause ? styles.paused : ""}`}
      data-visitas={numbers?.views ?? 0}
      data-contatos={numbers ? numbers.whatsapp + numbers.phone : 0}
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
          <h2 id={titleId}>
            <Link to={`/posts/${id}`}>{title}</Link>
          </h2>
          <LocationLine name={listing.localizacao} />
          <State pause={pause} age={age} />
          <p className="small soft">
            Publicado em {formatCivilDate(civilDateOf(listing.createdAt))},{" "}
            {countPhotos(listing.photoCount)}
          </p>
          {numbers && (
            <p className="small">
              {describeVisits(numbers)} em {countedDays} dias
            </p>
          )}
        </div>
      </div>
      <div className={styles.tasks}>
        <MainActions id={id} pause={pause} titleId={titleId} />
        {/* The reason of a pause stands above the list. */}
        {!pause && <Freshness id={id} titleId={titleId} age={age} />}
      </div>
      <MoreActions
        listing={listing}
        siteUrl={siteUrl}
        isPaused={pause !== null}
        titleId={titleId}
        fullPlan={fullPlan}
        onDelete={onDelete}
      />
    </li>
  );
}

function countPhotos(count: number): string {
  if (count === 0) return "sem fotos";
  return countOf(count, "foto");
}

interface StateProps {
  pause: Pause | null;
  /** Days since somebody vouched for the calendar. */
  age: number;
}

function State({ pause, age }: StateProps) {
  if (pause) {
    const since = formatDay(pause.pausedAt);
    return (
      <p className={`${styles.state} ${styles.off}`}>
        <Icon name="pause" />
        Em pausa desde {since}
      </p>
    );
  }
  const isStale = age >= staleAfterDays;
  return (
    <p className={`${styles.state} ${isStale ? styles.warn : styles.on}`}>
      <Icon name={isStale ? "clock" : "circle-check"} />
      No ar, calendário de {age === 0 ? "hoje" : age === 1 ? "ontem" : `${age} dias atrás`}
    </p>
  );
}

interface FreshnessProps {
  id: string;
  titleId: string;
  age: number;
}

/** The button 'Está em dia', as on the calendar's own page, where the form leads without script. */
function Freshness({ id, titleId, age }: FreshnessProps) {
  const fetcher = useFetcher<{ ok: boolean; message?: string }>();
  const { data, state } = fetcher;
  useEffect(() => {
    if (!data) return;
    const text = data.ok ? "Calendário em dia. Obrigado!" : (data.message ?? "");
    showToast({ kind: data.ok ? "success" : "error", text });
  }, [data]);
  useEffect(() => {
    // The focused button has gone.
    if (data?.ok && age === 0 && document.activeElement === document.body) {
      document.getElementById(titleId)?.querySelector("a")?.focus();
    }
  }, [data, age, titleId]);
  if (age === 0) return null;
  const isStale = age >= staleAfterDays;
  return (
    <div className={`note ${styles.fresh} ${isStale ? styles.stale : ""}`}>
      <Icon name={isStale ? "clock" : "calendar-check"} />
      <span>
        {isStale ? (
          <>
            Quem procura por data vê <b>“confirme”</b> neste anúncio e passa para o próximo.
          </>
        ) : (
          "Nada mudou no calendário?"
        )}
      </span>
      <fetcher.Form method="post" action={`/posts/${id}/calendario`}>
        <input type="hidden" name="intent" value="confirmar" />
        <button
          type="submit"
          className={`btn ${isStale ? "" : "btn--line"} ${styles.confirm}`}
          aria-describedby={titleId}
          aria-busy={state !== "idle"}
        >
          <Icon name="calendar-check" />
          Está em dia
        </button>
      </fetcher.Form>
    </div>
  );
}

interface MainActionsProps {
  id: string;
  pause: Pause | null;
  titleId: string;
}

/** What owners come for. */
function MainActions({ id, pause, titleId }: MainActionsProps) {
  return (
    <div className={styles.main}>
      <Link className="btn" to={`/posts/${id}/calendario`} aria-describedby={titleId}>
        <Icon name="calendar-days" />
        Calendário
      </Link>
      <Link className="btn btn--line" to={`/posts/edit/${id}`} aria-describedby={titleId}>
        <Icon name="pencil" />
        Editar
      </Link>
      <Link className="btn btn--line" to={`/posts/${id}`} aria-describedby={titleId}>
        <Icon name="eye" />
        Ver
      </Link>
      {(!pause || pause.pausedBy === "owner") && (
        <PauseForm id={id} titleId={titleId} isPaused={pause !== null} />
      )}
    </div>
  );
}

interface MoreActionsProps {
  listing: OwnListingSummary;
  siteUrl: string;
  isPaused: boolean;
  titleId: string;
  fullPlan: OwnPlan | null;
  onDelete: () => void;
}

function MoreActions({
  listing,
  siteUrl,
  isPaused,
  titleId,
  fullPlan,
  onDelete,
}: MoreActionsProps) {
  const { id, title } = listing;
  return (
    <div className={styles.more}>
      {!isPaused && (
        <ShareOwn
          id={id}
          title={title}
          siteUrl={siteUrl}
          className="btn btn--line"
          describedBy={titleId}
        />
      )}
      <Link className="btn btn--line" to={`/posts/${id}/depoimentos`} aria-describedby={titleId}>
        <Icon name="star" />
        Depoimentos
      </Link>
      <Link className="btn btn--line" to={`/posts/${id}/cartaz`} aria-describedby={titleId}>
        <Icon name="printer" />
        Cartaz
      </Link>
      <UseAsModel id={id} titleId={titleId} fullPlan={fullPlan} />
      <form action="/dashboard">
        <button
          type="submit"
          name="excluir"
          value={id}
          className={`btn btn--line ${styles.bin}`}
          aria-label={`Excluir ${title}`}
          title="Excluir"
          aria-haspopup="dialog"
          onClick={(event) => {
            event.preventDefault();
            onDelete();
          }}
        >
          <Icon name="trash" />
        </button>
      </form>
    </div>
  );
}

interface PauseFormProps {
  id: string;
  titleId: string;
  isPaused: boolean;
}

/** A single button, which keeps the focus while it changes. */
function PauseForm({ id, titleId, isPaused }: PauseFormProps) {
  const intent = isPaused ? "mostrar" : "pausar";
  const { formData } = useNavigation();
  const isBusy = formData?.get("intent") === intent && formData.get("id") === id;
  return (
    <Form method="post" action="/dashboard" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <button
        type="submit"
        name="intent"
        value={intent}
        className={isPaused ? "btn" : "btn btn--line"}
        aria-describedby={titleId}
        aria-busy={isBusy}
      >
        <Icon name={isPaused ? "play" : "pause"} />
        {isPaused ? "Voltar a mostrar" : "Pausar anúncio"}
      </button>
    </Form>
  );
}
