import { useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { formatNights, formatStay } from "../../calendar/stays.ts";
import { formatReais } from "../../prices/money.ts";
import { PriceField } from "../../prices/price-field.tsx";
import type { Season } from "../../prices/seasons.ts";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { useRefusedFocus } from "../../site/forms/use-refused-focus.ts";
import { TextField } from "../../ui/forms/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { type SeasonField, seasonValues } from "./season-form.ts";
import styles from "./seasons.module.css";

const suggestionsShown = 6;

interface SeasonSuggestion {
  name: string;
  checkIn: string;
  checkOut: string;
}

export interface SeasonsProps {
  seasons: readonly Season[];
  suggestions: readonly SeasonSuggestion[];
  edited: Season | null;
  refused: FormOutcome<unknown> | undefined;
  today: string;
}

export function Seasons({ seasons, suggestions, edited, refused, today }: SeasonsProps) {
  return (
    <section className={styles.seasons} id="temporadas" aria-labelledby="temporadas-titulo">
      <h2 id="temporadas-titulo">Temporadas</h2>
      <p className="soft">Preço próprio para feriado e férias. Vale no lugar do preço comum.</p>
      {seasons.length > 0 && (
        <ul className={styles.list}>
          {seasons.map((season) => (
            <SeasonRow key={season.id} season={season} today={today} />
          ))}
        </ul>
      )}
      <SeasonForm
        // Saving a season empties the form.
        key={`${edited?.id} ${seasons.map(({ id }) => id).join()}`}
        suggestions={suggestions}
        edited={edited}
        refused={refused}
        today={today}
      />
    </section>
  );
}

function SeasonRow({ season, today }: { season: Season; today: string }) {
  const { id, temporada, valorFds, valorDiaria, minimoNoites } = season;
  const dates = formatStay({ checkIn: season.de, checkOut: season.ate }, today);
  return (
    <li>
      <div>
        <h3>{temporada}</h3>
        <p className="small soft">
          {dates}
          {minimoNoites && minimoNoites > 1 && `, mínimo de ${formatNights(minimoNoites)}`}
        </p>
        <p>
          {valorDiaria && (
            <>
              <b>{formatReais(valorDiaria)}</b> <span className="small soft">a noite</span>{" "}
            </>
          )}
          {valorFds && (
            <>
              <b>{formatReais(valorFds)}</b> <span className="small soft">o fim de semana</span>
            </>
          )}
        </p>
      </div>
      <Link
        className="icon-button"
        to={`?temporada=${id}#temporadas`}
        preventScrollReset
        aria-label={`Mudar ${temporada}`}
      >
        <Icon name="pencil" />
      </Link>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="excluir-temporada" />
        <button
          type="submit"
          name="id"
          value={id}
          className="icon-button"
          aria-label={`Excluir ${temporada}`}
        >
          <Icon name="trash" />
        </button>
      </Form>
    </li>
  );
}

type SeasonFormProps = Pick<SeasonsProps, "suggestions" | "edited" | "refused" | "today">;

function SeasonForm({ suggestions, edited, refused, today }: SeasonFormProps) {
  const { formData } = useNavigation();
  const isSaving = formData?.get("intent") === "temporada";
  const [suggested, setSuggested] = useState<SeasonSuggestion | null>(null);
  const form = useRefusedFocus(refused);
  const values: Partial<Record<string, string>> =
    refused?.typed ?? (edited ? seasonValues(edited) : suggestedValues(suggested));
  const id = refused ? refused.typed.id : edited?.id;
  const of = (name: SeasonField) => ({
    name,
    defaultValue: values[name],
    error: refused?.errors[name],
  });
  return (
    <Form
      method="post"
      action="?#temporadas"
      className={styles.form}
      preventScrollReset
      noValidate
      ref={form}
    >
      <h3>{id ? "Mudar temporada" : "Nova temporada"}</h3>
      <input type="hidden" name="intent" value="temporada" />
      {id && <input type="hidden" name="id" value={id} />}
      {!id && suggestions.length > 0 && (
        <fieldset className={styles.suggestions}>
          <legend className="visually-hidden">Feriados que vêm aí</legend>
          <Suggestions
            stays={suggestions.slice(0, suggestionsShown)}
            today={today}
            onPick={setSuggested}
          />
          {suggestions.length > suggestionsShown && (
            <details>
              <summary>Mais feriados</summary>
              <div className={styles.more}>
                <Suggestions
                  stays={suggestions.slice(suggestionsShown)}
                  today={today}
                  onPick={setSuggested}
                />
              </div>
            </details>
          )}
        </fieldset>
      )}
      {/* New defaults need new controls. */}
      <div className={styles.fields} key={suggested?.checkIn}>
        <TextField {...of("temporada")} label="Nome" maxLength={60} autoComplete="off" />
        <div className={styles.pair}>
          <TextField {...of("de")} label="Primeira noite" type="date" />
          <TextField {...of("ate")} label="Saída" type="date" />
        </div>
        <div className={styles.pair}>
          <PriceField {...of("valorFds")} label="Final de semana" optional />
          <PriceField {...of("valorDiaria")} label="Por noite" optional />
        </div>
        <TextField
          {...of("minimoNoites")}
          label="Mínimo de noites"
          inputMode="numeric"
          maxLength={2}
          autoComplete="off"
          optional
        />
      </div>
      <button type="submit" className="btn" disabled={isSaving}>
        Salvar temporada
      </button>
      {edited && (
        <Link className="link" to="?#temporadas" preventScrollReset>
          Cancelar
        </Link>
      )}
    </Form>
  );
}

interface SuggestionsProps {
  stays: readonly SeasonSuggestion[];
  today: string;
  onPick: (stay: SeasonSuggestion) => void;
}

function Suggestions({ stays, today, onPick }: SuggestionsProps) {
  return stays.map((stay) => (
    <button type="button" key={`${stay.name} ${stay.checkIn}`} onClick={() => onPick(stay)}>
      {stay.name} <span>{formatStay(stay, today)}</span>
    </button>
  ));
}

function suggestedValues(stay: SeasonSuggestion | null): Partial<Record<SeasonField, string>> {
  return stay ? { temporada: stay.name, de: stay.checkIn, ate: stay.checkOut } : {};
}
