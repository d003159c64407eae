import type { Account } from "../../domain/accounts/account.server.ts";
import type { OwnPlan } from "../../domain/accounts/plans/own-plan.ts";
import type { WaitingDraft } from "../../domain/listings/drafts/listing-drafts.server.ts";
import type { OwnListingSummary } from "../../domain/listings/listings.server.ts";
import type { VisitNumbers } from "../../domain/listings/visits/visit-numbers.ts";
import { Notice } from "../../platform/ui/feedback/notice.tsx";
import { ToastMessage } from "../../platform/ui/feedback/toast-message.tsx";
import { Icon } from "../../platform/ui/icon.tsx";
import { Link } from "../../platform/ui/link.tsx";
import { countOf } from "../../platform/ui/words.ts";
import type { FormOutcome } from "../../platform/web/forms/form-outcome.ts";
import styles from "./dashboard.module.css";
import { DeleteDialog } from "./delete-dialog.tsx";
import { OwnListing } from "./listing-tile.tsx";
import { type NewListing, NextSteps } from "./next-steps/next-steps.tsx";
import { PauseReasons } from "./pause-reasons.tsx";
import { PlanCard } from "./plan-card.tsx";
import { WaitingDraftCard } from "./waiting-draft.tsx";

export interface DashboardProps {
  account: Account | null;
  /** Null if there is no account. */
  plan: OwnPlan | null;
  listings: OwnListingSummary[];
  /** Visits and contacts by listing id; listings without any are left out. */
  numbers: Record<string, VisitNumbers>;
  draft: WaitingDraft | null;
  /** Opt-out from the monthly e-mail; null if there is no account. */
  numbersOff: boolean | null;
  /** Questions without an answer. */
  questions: number;
  /** The new ad with steps left to do. */
  newListing: NewListing | null;
  siteUrl: string;
  today: string;
  /** Id of the ad whose deletion is to be confirmed. */
  asked: string | null;
  /** A refused form's. */
  outcome: FormOutcome | undefined;
}

/** The page 'Meus Anúncios' (spec §2). */
export function Dashboard(props: DashboardProps) {
  const { account, plan, listings, draft, numbersOff, questions, newListing } = props;
  const { siteUrl, today, asked, outcome } = props;
  const listing = listings.find(({ id }) => id === asked);
  return (
    <div className={`wrap ${styles.board}`}>
      <header className={styles.head}>
        <h1>Meus Anúncios</h1>
        {listings.length > 0 && questions === 0 && (
          <Link className="link" to="/perguntas">
            Perguntas
          </Link>
        )}
      </header>
      {outcome && (
        <>
          <ToastMessage kind="error" text={outcome.message} />
          <Failure message={outcome.message} />
        </>
      )}
      {listing && <DeleteDialog listing={listing} />}
      <PauseReasons listings={listings} />
      {questions > 0 && (
        <Link className={`note ${styles.waiting}`} to="/perguntas">
          <Icon name="mail-question-mark" />
          {countOf(questions, "pergunta")} sem resposta
        </Link>
      )}
      {account && plan ? (
        <PlanCard account={account} plan={plan} />
      ) : (
        <Failure message="Usuário não encontrado." />
      )}
      {draft && <WaitingDraftCard draft={draft} />}
      {listings.length > 0 && (
        <section className={styles.houses} aria-label="Suas casas">
          <ul className={styles.listings}>
            {listings.map((own) => (
              <OwnListing
                key={own.id}
                listing={own}
                numbers={props.numbers[own.id]}
                siteUrl={siteUrl}
                today={today}
              />
            ))}
          </ul>
        </section>
      )}
      {newListing && <NextSteps listing={newListing} />}
      {numbersOff && <NumbersOff />}
      {listings.length === 0 && !draft && (
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

/** The monthly letter has the link that stops it. */
function NumbersOff() {
  return (
    <form method="post" action="/dashboard" className={`${styles.numbersOff} small soft`}>
      <p>Os números do mês por e-mail estão desligados.</p>
      <button type="submit" name="intent" value="receber-numeros" className="link">
        Voltar a receber
      </button>
    </form>
  );
}

function Failure({ message }: { message: string }) {
  return (
    <div className="note note--earth" role="alert">
      <Icon name="circle-exclamation-point" />
      <p>{message}</p>
    </div>
  );
}
