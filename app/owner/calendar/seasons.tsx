import { Fragment, type ReactNode, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { formatNights, formatStay } from "../../calendar/stays.ts";
import { PriceField } from "../../prices/price-field.tsx";
import { formatPrice } from "../../prices/season-table.tsx";
import { isPackage, type Rates, type Season, wholeStay } from "../../prices/seasons.ts";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { useRefusedFocus } from "../../site/forms/use-refused-focus.ts";
import { TextField } from "../../ui/forms/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { SavedSeason, TakeOwnRate } from "./saved-season.tsx";
import { type SeasonField, seasonValues } from "./season-form.ts";
import { describeMissing, describeOverlaps, rateWords } from "./season-words.ts";
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
  /** The ad's ordinary prices. */
  own: Rates;
  /** The season just saved, if one was. */
  savedId: string | null;
  refused: FormOutcome<unknown> | undefined;
  today: string;
}

export function Seasons(props: SeasonsProps) {
  const { seasons, edited, own, savedId, today } = props;
  const overlaps = describeOverlaps(seasons, today);
  const saved = seasons.find(({ id }) => id === savedId);
  return (
    <section className={styles.seasons} id="temporadas" aria-labelledby="temporadas-titulo">
      <h2 id="temporadas-titulo">Temporadas</h2>
      <p className="soft">Preço próprio para feriado e férias. Vale no lugar do preço comum.</p>
      {saved && (
        <SavedSeason
          key={saved.id}
          season={saved}
          missing={describeMissing(saved, seasons, today)}
          overlaps={overlaps.get(saved.id) ?? []}
          own={own}
        />
      )}
      {seasons.length > 0 && (
        <ul className={styles.list}>
          {seasons.map((season) => (
            <SeasonRow
              key={season.id}
              season={season}
              overlaps={overlaps.get(season.id) ?? []}
              today={today}
            >
              {season !== saved && <TakeOwnRate season={season} own={own} />}
            </SeasonRow>
          ))}
        </ul>
      )}
      <SeasonForm
        // Saving a season empties the form.
        key={`${edited?.id} ${seasons.map(({ id }) => id).join()}`}
        {...props}
      />
    </section>
  );
}

interface SeasonRowProps {
  season: Season;
  /** Which season decides on nights that it shares with others. */
  overlaps: readonly string[];
  today: string;
  children: ReactNode;
}

function SeasonRow({ season, overlaps, today, children }: SeasonRowProps) {
  const { id, temporada, minimoNoites } = season;
  const dates = formatStay(wholeStay(season), today);
  const prices = isPackage(season) ? (["pacote"] as const) : (["valorDiaria", "valorFds"] as const);
  return (
    <li>
      <div>
        <h3>{temporada}</h3>
        <p className="small soft">
          {dates}
          {minimoNoites && minimoNoites > 1 && `, mínimo de ${formatNights(minimoNoites)}`}
        </p>
        <p>
          {prices.map((name) => (
            <Fragment key={name}>
              <b>{formatPrice(season[name])}</b>{" "}
              <span className="small soft">{priceWords[name]}</span>{" "}
            </Fragment>
          ))}
        </p>
        {overlaps.map((sentence) => (
          <p key={sentence} className="small">
            {sentence}
          </p>
        ))}
        {children}
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

const priceWords = { ...rateWords, pacote: "o pacote" } as const;

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
        <p className="small soft">
          O que ficar em branco aparece no anúncio como “A combinar”. Sexta e sábado juntos custam
          um final de semana, e a sexta decide de qual temporada. Vende o período só inteiro, por um
          preço? Use o pacote.
        </p>
        <PriceField
          {...of("pacote")}
          label="Pacote, o período todo"
          hint="Um preço por todas as noites, no lugar dos outros dois."
          optional
        />
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

/** Holidays to tap, which fill in the season's form. */
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
