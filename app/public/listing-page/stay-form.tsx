import { formatCivilDate } from "../../domain/calendar/civil-date.ts";
import {
  formatNights,
  formatStayInFull,
  latestCheckOut,
  nightCount,
} from "../../domain/calendar/stays.ts";
import { formatShare } from "../../domain/prices/money.ts";
import { TextField } from "../../platform/ui/forms/field.tsx";
import { StepperField } from "../../platform/ui/forms/stepper-field.tsx";
import { Icon } from "../../platform/ui/icon.tsx";
import type { BrowserListing } from "./static/browser-listing.ts";
import styles from "./stay-form.module.css";
import type { StayChoice } from "./use-stay-inquiry.ts";

export interface StayFormProps {
  listing: BrowserListing;
  choice: StayChoice;
  today: string;
}

/** Form for dates and people; if there is no script, it asks the server for the estimate. */
export function StayForm({ listing, choice, today }: StayFormProps) {
  const { inquiry, problems, change } = choice;
  const most = listing.quantidadeMaximaPessoas;
  return (
    <>
      <form
        className={styles.form}
        method="get"
        action="#contato"
        aria-label="Datas e pessoas"
        autoComplete="off"
        noValidate
        onSubmit={(event) => event.preventDefault()}
      >
        <div className={styles.dates}>
          <TextField
            type="date"
            name="entrada"
            label="Entrada"
            min={today}
            value={inquiry.entrada}
            onChange={(event) => change({ entrada: event.target.value })}
            error={problems.entrada}
          />
          <TextField
            type="date"
            name="saida"
            label="Saída"
            min={today}
            value={inquiry.saida}
            onChange={(event) => change({ saida: event.target.value })}
            error={problems.saida}
          />
        </div>
        <StepperField
          name="pessoas"
          label="Pessoas"
          min={1}
          max={most || undefined}
          defaultValue={inquiry.pessoas}
          onInput={(event) => change({ pessoas: event.currentTarget.value })}
          error={problems.pessoas}
        />
        <button type="submit" className={`btn btn--line ${styles.submit}`}>
          Calcular estimativa
        </button>
      </form>
      <p className="visually-hidden" role="status">
        {[choice.problems.pessoas, choice.estimate?.spoken].filter(Boolean).join(" ")}
      </p>
      <div data-bill>
        {choice.stay && choice.estimate ? (
          <Bill choice={choice} tariffNote={listing.observacoesTarifa} />
        ) : (
          choice.advice && <p className="small soft">{choice.advice}</p>
        )}
        {choice.watch && (
          <p className={styles.watch}>
            <Icon name="bell" />
            <span>
              Quer mesmo estas datas?{" "}
              <a className="link" href={choice.watch}>
                Avise-me
              </a>{" "}
              se elas vagarem.
            </span>
          </p>
        )}
        {choice.nearby.length > 0 && (
          <p className={styles.nearby}>
            Outras datas livres:
            {choice.nearby.map(({ text, address, dates }) => (
              <a
                key={text}
                className="btn btn--line"
                href={`${address}#contato`}
                onClick={(event) => {
                  event.preventDefault();
                  change(dates);
                }}
              >
                {text}
              </a>
            ))}
          </p>
        )}
      </div>
    </>
  );
}

interface BillProps extends Pick<StayFormProps, "choice"> {
  /** The owner's text about prices; "" if there is none. */
  tariffNote: string;
}

function Bill({ choice: { stay, people, estimate }, tariffNote }: BillProps) {
  if (!stay || !estimate) return null;
  const { lines, total, amount, doubts } = estimate;
  return (
    <>
      <dl className={styles.bill}>
        {lines.map((line) => (
          <div key={line.when}>
            <dt>
              {line.what}
              <small className={line.isSeasonal ? styles.season : undefined}>{line.when}</small>
            </dt>
            <dd>{line.amount}</dd>
          </div>
        ))}
        <div className={styles.sum}>
          <dt>
            Estimativa
            <small>
              {formatNights(nightCount(stay))}
              {people !== null && total !== null && `, ${formatShare(total, people)} por pessoa`}
            </small>
          </dt>
          <dd data-estimativa>{amount}</dd>
        </div>
      </dl>
      {doubts.map((doubt) => (
        <p key={doubt} className={`${styles.doubt} note note--earth`}>
          <Icon name="circle-exclamation-point" />
          <span>{doubt}</span>
        </p>
      ))}
      {tariffNote && (
        <p className={styles.tariff} data-tariff>
          <b>Do anunciante, sobre os preços:</b> {tariffNote}
        </p>
      )}
      <p className="small soft">Confirme o valor com o anunciante.</p>
    </>
  );
}

export interface StayStatusProps {
  listing: BrowserListing;
  choice: StayChoice;
}

export function StayStatus({ listing, choice }: StayStatusProps) {
  const { checkIn, checkOut } = choice.chosen;
  return (
    <div className={styles.status} data-chosen={checkOut === null ? undefined : ""}>
      <p role="status">
        {checkIn === null ? (
          <>
            {choice.problems.entrada} Toque no dia de <b>entrada</b> e depois no de <b>saída</b>.
          </>
        ) : checkOut === null && choice.deadEnd ? (
          <>
            Entrada em <b>{formatCivilDate(checkIn)}</b>. {choice.deadEnd}
          </>
        ) : checkOut === null ? (
          <>
            Entrada em <b>{formatCivilDate(checkIn)}</b>. Agora toque no dia de <b>saída</b>, até{" "}
            {formatCivilDate(latestCheckOut(checkIn, new Set(listing.unavailableDays)))}.
            {choice.minimum && ` ${choice.minimum}`}
          </>
        ) : (
          <>
            De <b>{formatStayInFull({ checkIn, checkOut })}</b>.
            {choice.problems.saida && ` ${choice.problems.saida}`}
          </>
        )}
      </p>
      {checkIn !== null && (
        <button
          type="button"
          className="btn btn--line"
          onClick={() => {
            // This button goes with the dates, and the focus would be lost.
            document.querySelector<HTMLElement>("[data-stay-calendar] [tabindex='0']")?.focus();
            choice.change({ entrada: "", saida: "" });
          }}
        >
          Limpar datas
        </button>
      )}
    </div>
  );
}
