import { useEffect, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { Account } from "../accounts/account.server.ts";
import type { ListingSummary } from "../listings/listing.ts";
import { Picture } from "../photos/picture.tsx";
import { formatReais, rateLabels } from "../prices/money.ts";
import { missingPrice } from "../prices/prices.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { showToast } from "../ui/feedback/toast.tsx";
import { Icon } from "../ui/icon.tsx";
import { FeaturedFlag, LocationLine } from "../ui/pictures/marks.tsx";
import styles from "./dashboard.module.css";
import { DeleteDialog } from "./delete-dialog.tsx";
import { PlanCard } from "./plan-card.tsx";

/** The outcome of a deletion (spec §8). */
export interface DashboardOutcome {
  ok: boolean;
  messages: string[];
}

export interface DashboardProps {
  account: Account | null;
  /** Today in the region. */
  day: string;
  listings: ListingSummary[];
  outcome?: DashboardOutcome;
}

/** 'Meus Anúncios' (spec §2). */
export function Dashboard({ account, day, listings, outcome }: DashboardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { asked, ask, cancel } = useQuestion(outcome);
  // The focused button disappeared with the deleted listing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when a listing has gone
  useEffect(() => {
    if (outcome?.ok && document.activeElement === document.body) heading.current?.focus();
  }, [listings.length]);
  const listing = listings.find(({ id }) => id === asked);
  return (
    <div className={`wrap ${styles.board}`}>
      <h1 ref={heading} tabIndex={-1}>
        Meus Anúncios
      </h1>
      {outcome?.ok && (
        <noscript>
          <Outcome {...outcome} />
        </noscript>
      )}
      {outcome && !outcome.ok && <Outcome {...outcome} />}
      {listing && <DeleteDialog key={listing.id} listing={listing} onClose={cancel} />}
      {account ? (
        <PlanCard account={account} day={day} />
      ) : (
        <Outcome ok={false} messages={["Usuário não encontrado."]} />
      )}
      {listings.length > 0 ? (
        <ul className={styles.listings}>
          {listings.map((own) => (
            <OwnListing key={own.id} listing={own} onDelete={() => ask(own.id)} />
          ))}
        </ul>
      ) : (
        <Notice
          wide
          picture="vazio-pier"
          title="Não foram encontrados posts"
          action={
            <Link className="btn" to="/posts/create">
              Criar primeiro post
            </Link>
          }
        >
          O píer está livre. O primeiro anúncio pode ser o seu.
        </Notice>
      )}
    </div>
  );
}

/**
 * The listing to confirm the deletion of: without script from the address, otherwise from local
 * state. Shows the outcome as toasts.
 */
function useQuestion(outcome: DashboardOutcome | undefined) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const named = search.get("excluir");
  const [asked, setAsked] = useState(named);
  useEffect(() => {
    if (!outcome) return;
    setAsked(null);
    for (const text of outcome.messages) {
      showToast({ kind: outcome.ok ? "success" : "error", text });
    }
  }, [outcome]);
  function cancel() {
    setAsked(null);
    if (named) navigate("/dashboard", { replace: true, preventScrollReset: true });
  }
  return { asked, ask: setAsked, cancel };
}

/** The outcome in the page: failures always, successes only where toasts don't work. */
function Outcome({ ok, messages }: DashboardOutcome) {
  const icon = ok ? "circle-check" : "circle-exclamation-point";
  return (
    <div className={`note ${ok ? "note--leaf" : "note--earth"}`} role={ok ? "status" : "alert"}>
      <Icon name={icon} />
      <div>
        {messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </div>
    </div>
  );
}

interface OwnListingProps {
  listing: ListingSummary;
  onDelete: () => void;
}

function OwnListing({ listing, onDelete }: OwnListingProps) {
  const { id, title, photos } = listing;
  const titleId = `anuncio-${id}`;
  const cover = photos[0];
  return (
    <li className={styles.listing}>
      <div className={styles.picture}>
        {cover ? (
          <Picture photo={cover} sizes="(min-width: 44rem) 11rem, 100vw" alt="" />
        ) : (
          <p className={styles.blank}>
            <Icon name="image-off" />
            Sem foto
          </p>
        )}
        {listing.featured && <FeaturedFlag className={styles.flag} />}
      </div>
      <div className={styles.words}>
        <h2 id={titleId}>
          <Link to={`/posts/${id}`}>{title}</Link>
        </h2>
        <LocationLine name={listing.localizacao} />
      </div>
      <p className={styles.prices}>
        <Cost amount={listing.valorFds} per={rateLabels.valorFds} />
        <Cost amount={listing.valorDiaria} per={rateLabels.valorDiaria} />
      </p>
      <div className={styles.actions}>
        <Link className="btn btn--line" to={`/posts/${id}`} aria-describedby={titleId}>
          <Icon name="eye" />
          Ver
        </Link>
        <Link className="btn btn--line" to={`/posts/edit/${id}`} aria-describedby={titleId}>
          <Icon name="pencil" />
          Editar
        </Link>
        <Link
          className={`btn btn--line ${styles.dates}`}
          to={`/posts/${id}/calendario`}
          aria-describedby={titleId}
        >
          <Icon name="calendar-days" />
          Calendário
        </Link>
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
    </li>
  );
}

function Cost({ amount, per }: { amount: string | null; per: string }) {
  return (
    <span className={amount ? undefined : styles.missing}>
      {amount ? <b>{formatReais(amount)}</b> : missingPrice} {per}
    </span>
  );
}
