import { useEffect, useRef, useState } from "react";
import { Form, Link, useNavigate, useSearchParams } from "react-router";
import type { Account } from "../../accounts/account.server.ts";
import type { OwnPlan } from "../../accounts/plans/own-plan.ts";
import type { WaitingDraft } from "../../listings/drafts/listing-drafts.server.ts";
import type { OwnListingSummary } from "../../listings/listings.server.ts";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { showToast } from "../../ui/feedback/toast.ts";
import { Icon } from "../../ui/icon.tsx";
import { countOf } from "../../ui/words.ts";
import type { VisitNumbers } from "../../visits/visit-numbers.ts";
import styles from "./dashboard.module.css";
import { DeleteDialog } from "./delete-dialog.tsx";
import { type NewListing, NextSteps } from "./next-steps/next-steps.tsx";
import { OwnListing } from "./own-listing.tsx";
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
  /** Outcome of a form, with the sentences of a success (spec §8). */
  outcome?: FormOutcome<string[]>;
}

/** The page 'Meus Anúncios' (spec §2). */
export function Dashboard(props: DashboardProps) {
  const { account, plan, listings, draft, numbersOff, questions, newListing } = props;
  const { siteUrl, today, outcome } = props;
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
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          Meus Anúncios
        </h1>
        {listings.length > 0 && questions === 0 && (
          <Link className="link" to="/perguntas">
            Perguntas
          </Link>
        )}
      </header>
      {outcome?.ok && (
        <noscript>
          <Outcome ok messages={messagesOf(outcome)} />
        </noscript>
      )}
      {outcome && !outcome.ok && <Outcome ok={false} messages={messagesOf(outcome)} />}
      {listing && <DeleteDialog key={listing.id} listing={listing} onClose={cancel} />}
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
        <Outcome ok={false} messages={["Usuário não encontrado."]} />
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
                onDelete={() => ask(own.id)}
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
    <Form method="post" preventScrollReset className={`${styles.numbersOff} small soft`}>
      <p>Os números do mês por e-mail estão desligados.</p>
      <button type="submit" name="intent" value="receber-numeros" className="link">
        Voltar a receber
      </button>
    </Form>
  );
}

/** The deletion to confirm: without script from the address, otherwise from local state. */
function useQuestion(outcome: DashboardProps["outcome"]) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const named = search.get("excluir");
  const [asked, setAsked] = useState(named);
  useEffect(() => {
    if (!outcome) return;
    setAsked(null);
    for (const text of messagesOf(outcome)) {
      showToast({ kind: outcome.ok ? "success" : "error", text });
    }
  }, [outcome]);
  function cancel() {
    setAsked(null);
    if (named) navigate("/dashboard", { replace: true, preventScrollReset: true });
  }
  return { asked, ask: setAsked, cancel };
}

function messagesOf({ done, message }: FormOutcome<string[]>): string[] {
  return done ?? [message];
}

function Outcome({ ok, messages }: { ok: boolean; messages: string[] }) {
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
