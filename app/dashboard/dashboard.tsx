import { useEffect, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { Account } from "../accounts/account.server.ts";
import { type Plan, plans } from "../accounts/plans.ts";
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

/** The outcome of a deletion (spec §8). */
export interface DashboardOutcome {
  ok: boolean;
  messages: string[];
}

export interface DashboardProps {
  account: Account | null;
  listings: ListingSummary[];
  outcome?: DashboardOutcome;
}

/** 'Meus Anúncios' (spec §2). */
export function Dashboard({ account, listings, outcome }: DashboardProps) {
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
        <PlanCard {...account} />
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

const mostCells = 12;

/** A tank with one cell per listing of the plan (spec §6). */
function PlanCard({ plano, postsCriados, postsPermitidos }: Account) {
  const plan: Plan | undefined = Object.values(plans).find(({ id }) => id === plano);
  const { text, to, label } = planAdvice(plano, postsCriados, postsPermitidos);
  const use = `${postsCriados} de ${postsPermitidos} ${postsPermitidos === 1 ? "anúncio" : "anúncios"}`;
  return (
    <section className={`${styles.plan} water`} aria-labelledby="plano">
      <h2 id="plano">{postsPermitidos === 0 ? plans.nenhum.title : (plan?.title ?? plano)}</h2>
      <div className={styles.use}>
        <b>{use}</b>
        {postsPermitidos > 0 && postsPermitidos <= mostCells && (
          <span className={styles.cells} aria-hidden="true">
            {Array.from({ length: postsPermitidos }, (_, cell) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by position
              <i key={cell} className={cell < postsCriados ? styles.full : undefined} />
            ))}
          </span>
        )}
      </div>
      <p>{text}</p>
      <Link className="btn btn--line" to={to}>
        {label}
      </Link>
    </section>
  );
}

function planAdvice(plano: string, used: number, allowed: number) {
  if (allowed === 0) {
    return {
      text: "Para publicar, você precisa de um plano ativo. Fale com a gente: é rápido.",
      to: "/contato",
      label: "Falar sobre o plano",
    };
  }
  if (used < allowed) {
    const room = allowed - used;
    return {
      text:
        room === 1 ? "Ainda cabe 1 anúncio no plano." : `Ainda cabem ${room} anúncios no plano.`,
      to: "/posts/create",
      label: "Criar anúncio",
    };
  }
  return plano === plans.basico.id
    ? {
        text: "O plano está completo. Para publicar outro, exclua um anúncio ou passe para o plano Profissional.",
        to: "/plans",
        label: "Ver os planos",
      }
    : {
        text: "O plano está completo. Para publicar outro, exclua um anúncio ou fale com a gente.",
        to: "/contato",
        label: "Falar sobre o plano",
      };
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
