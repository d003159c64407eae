import { formatStay, type Stay } from "../../../domain/calendar/stays.ts";
import { ErrorNote } from "../../../platform/ui/feedback/error-line.tsx";
import { TextField } from "../../../platform/ui/forms/field.tsx";
import { type FormOutcome, refusalOf } from "../../../platform/web/forms/form-outcome.ts";
import styles from "./inviting.module.css";

export interface InviteFormProps {
  /** Found in the calendar, newest first. */
  stays: readonly Stay[];
  earliest: string;
  today: string;
  outcome: FormOutcome | undefined;
}

export function InviteForm({ stays, earliest, today, outcome }: InviteFormProps) {
  const refused = refusalOf(outcome, "convidar");
  const dateField = (name: "entrada" | "saida", label: string) => (
    <TextField
      type="date"
      name={name}
      label={label}
      min={earliest}
      max={today}
      defaultValue={refused?.typed[name]}
      error={refused?.errors[name]}
    />
  );
  return (
    <section className={styles.section} aria-labelledby="convidar">
      <h2 id="convidar">Convide quem já ficou</h2>
      <ErrorNote>{refused?.message}</ErrorNote>
      {stays.length > 0 ? (
        <ul className={styles.stays} aria-label="Estadias no seu calendário">
          {stays.map((stay) => (
            <li key={stay.checkIn}>
              <span id={`estadia-${stay.checkIn}`}>{formatStay(stay, today)}</span>
              <form method="post">
                <input type="hidden" name="entrada" value={stay.checkIn} />
                <input type="hidden" name="saida" value={stay.checkOut} />
                <button
                  type="submit"
                  name="intent"
                  value="convidar"
                  className="btn btn--line"
                  aria-describedby={`estadia-${stay.checkIn}`}
                >
                  Gerar convite
                </button>
              </form>
            </li>
          ))}
        </ul>
      ) : (
        <p className="soft">
          As estadias marcadas no seu calendário aparecem aqui depois da saída do hóspede.
        </p>
      )}
      <details className={styles.other} open={refused !== undefined}>
        <summary>Outra estadia</summary>
        <form method="post" className={styles.dates} noValidate>
          <input type="hidden" name="intent" value="convidar" />
          {dateField("entrada", "Entrada")}
          {dateField("saida", "Saída")}
          <button type="submit" className="btn btn--line">
            Gerar convite
          </button>
        </form>
      </details>
    </section>
  );
}
