import { Fragment, type ReactNode, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { formatNights, formatStay } from "../../calendar/stays.ts";
import { PriceField } from "../../prices/price-field.tsx";
import { formatPrice } from "../../prices/season-table.tsx";
import { isPackage, type Rates, type Season, wholeStay } from "../../prices/seasons.ts";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { useRefusedFocus } from "../../site/forms/use-refused-focus.ts";
import { Fold } from "../../ui/fold.tsx";
import { ChoiceTile } from "../../ui/forms/choice-tile.tsx";
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
  const { seasons, edited, own, savedId, refused, today } = props;
  const overlaps = describeOverlaps(seasons, today);
  const saved = seasons.find(({ id }) => id === savedId);
  return (
    <Fold
      id="temporadas"
      summary={<h2>Preços de feriado ({seasons.length})</h2>}
      isOpen={Boolean(saved ?? edited ?? refused)}
    >
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
      <NewSeason
        // Saving a season empties the form.
        key={`${edited?.id} ${seasons.map(({ id }) => id).join()}`}
        {...props}
      />
    </Fold>
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

type NewSeasonProps = Pick<SeasonsProps, "suggestions" | "edited" | "refused" | "today">;

/** The nearest holidays to tap, which open the form with their name and dates. */
function NewSeason({ suggestions, edited, refused, today }: NewSeasonProps) {
  const [suggested, setSuggested] = useState<SeasonSuggestion | null>(null);
  const id = refused ? refused.typed.id : edited?.id;
  return (
    <>
      {!id && suggestions.length > 0 && (
        <div className={styles.suggestions}>
          {suggestions.slice(0, suggestionsShown).map((stay) => (
            <button
              type="button"
              key={stay.checkIn}
              aria-pressed={stay === suggested}
              onClick={() => setSuggested(stay)}
            >
              {stay.name} <span>{formatStay(stay, today)}</span>
            </button>
          ))}
        </div>
      )}
      <details className={styles.form} open={Boolean(suggested ?? edited ?? refused)}>
        <summary className="link">{id ? "Mudar este preço" : "Outra data"}</summary>
        {/* New defaults need new controls. */}
        <SeasonForm key={suggested?.checkIn} {...{ id, suggested, edited, refused, today }} />
      </details>
    </>
  );
}

type SeasonFormProps = Pick<SeasonsProps, "edited" | "refused" | "today"> & {
  /** The season to change; none for a new one. */
  id: string | undefined;
  suggested: SeasonSuggestion | null;
};

function SeasonForm({ id, suggested, edited, refused, today }: SeasonFormProps) {
  const { formData } = useNavigation();
  const isSaving = formData?.get("intent") === "temporada";
  const form = useRefusedFocus(refused);
  const values: Partial<Record<string, string>> =
    refused?.typed ?? (edited ? seasonValues(edited) : suggestedValues(suggested));
  const errors = suggested ? {} : refused?.errors;
  const of = (name: SeasonField) => ({ name, defaultValue: values[name], error: errors?.[name] });
  const isWhole = values.forma === "pacote" || Boolean(values.pacote);
  return (
    <Form
      method="post"
      action="?#temporadas"
      className={styles.fields}
      preventScrollReset
      noValidate
      ref={form}
    >
      <input type="hidden" name="intent" value="temporada" />
      {id && <input type="hidden" name="id" value={id} />}
      <details open={!suggested}>
        <summary className="link">
          {suggested ? `${suggested.name}, ${formatStay(suggested, today)}: mudar` : "Nome e datas"}
        </summary>
        <div className={styles.fields}>
          <TextField {...of("temporada")} label="Nome" maxLength={60} autoComplete="off" />
          <div className={styles.pair}>
            <TextField {...of("de")} label="Primeira noite" type="date" />
            <TextField {...of("ate")} label="Saída" type="date" />
          </div>
        </div>
      </details>
      <fieldset className={styles.pair}>
        <legend className="visually-hidden">Como você vende</legend>
        <ChoiceTile type="radio" name="forma" value="noite" defaultChecked={!isWhole}>
          Por noite
        </ChoiceTile>
        <ChoiceTile type="radio" name="forma" value="pacote" defaultChecked={isWhole}>
          Pacote
        </ChoiceTile>
      </fieldset>
      <div className={styles.nightly}>
        <PriceField {...of("valorFds")} label="Final de semana" />
        <PriceField {...of("valorDiaria")} label="Cada noite" />
        <TextField
          {...of("minimoNoites")}
          label="Mínimo de noites"
          inputMode="numeric"
          maxLength={2}
          autoComplete="off"
          optional
        />
      </div>
      <div className={styles.whole}>
        <PriceField {...of("pacote")} label="O período todo" />
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

function suggestedValues(stay: SeasonSuggestion | null): Partial<Record<SeasonField, string>> {
  return stay ? { temporada: stay.name, de: stay.checkIn, ate: stay.checkOut } : {};
}
