import { Form, useNavigation } from "react-router";
import { formatStayInFull, type Stay } from "../../calendar/stays.ts";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { refusalOf } from "../../site/forms/form-outcome.ts";
import { FieldError, TextField } from "../../ui/forms/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./inviting.module.css";

export interface InviteFormProps {
  /** Found in the calendar, newest first. */
  stays: readonly Stay[];
  earliest: string;
  today: string;
  outcome: FormOutcome | undefined;
}

export function InviteForm({ stays, earliest, today, outcome }: InviteFormProps) {
  const { formData } = useNavigation();
  const isBusy = formData?.get("intent") === "convidar";
  const refused = refusalOf(outcome, "convidar");
  return (
    <section className={styles.section} aria-labelledby="convidar">
      <h2 id="convidar">Convide quem já ficou</h2>
      <p className="soft">
        Escolha a estadia e mande o link ao hóspede. Vale qualquer uma dos últimos 12 meses com
        todas as noites ocupadas no seu calendário.
      </p>
      {stays.length > 0 && (
        <ul className={styles.stays} aria-label="Estadias no seu calendário">
          {stays.map(({ checkIn, checkOut }) => (
            <li key={checkIn}>
              <Form method="post" preventScrollReset>
                <input type="hidden" name="entrada" value={checkIn} />
                <input type="hidden" name="saida" value={checkOut} />
                <button
                  type="submit"
                  name="intent"
                  value="convidar"
                  className="btn btn--line"
                  disabled={isBusy}
                >
                  <Icon name="calendar-check" />
                  {formatStayInFull({ checkIn, checkOut })}
                </button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <Form method="post" className={styles.dates} noValidate preventScrollReset>
        <input type="hidden" name="intent" value="convidar" />
        <TextField
          type="date"
          name="entrada"
          label={stays.length > 0 ? "Outra entrada" : "Entrada"}
          min={earliest}
          max={today}
          defaultValue={refused?.typed.entrada}
          error={refused?.errors.entrada}
        />
        <TextField
          type="date"
          name="saida"
          label="Saída"
          min={earliest}
          max={today}
          defaultValue={refused?.typed.saida}
          error={refused?.errors.saida}
        />
        <button type="submit" className="btn" disabled={isBusy} aria-busy={isBusy}>
          {isBusy ? "Aguarde..." : "Gerar convite"}
        </button>
      </Form>
      <FieldError id="convidar" message={refused?.message} />
    </section>
  );
}
