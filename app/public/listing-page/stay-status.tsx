import { formatCivilDate } from "../../domain/calendar/civil-date.ts";
import { formatStayInFull, latestCheckOut } from "../../domain/calendar/stays.ts";
import type { BrowserListing } from "./static/browser-listing.ts";
import styles from "./stay-form.module.css";
import type { StayChoice } from "./use-stay-inquiry.ts";

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
          onClick={() => choice.change({ entrada: "", saida: "" })}
        >
          Limpar datas
        </button>
      )}
    </div>
  );
}
