import { Fragment, type ReactNode } from "react";
import { formatNights, formatStay } from "../../domain/calendar/stays.ts";
import { formatReais } from "../../domain/prices/money.ts";
import { PriceField } from "../../domain/prices/price-field.tsx";
import { formatPrice } from "../../domain/prices/season-table.tsx";
import { isPackage, type Rates, type Season, wholeStay } from "../../domain/prices/seasons.ts";
import { Fold } from "../../platform/ui/fold.tsx";
import { ChoiceTile } from "../../platform/ui/forms/choice-tile.tsx";
import { TextField } from "../../platform/ui/forms/field.tsx";
import { Icon } from "../../platform/ui/icon.tsx";
import { Link } from "../../platform/ui/link.tsx";
import type { FormOutcome } from "../../platform/web/forms/form-outcome.ts";
import { type SeasonField, seasonValues } from "./season-form.ts";
import styles from "./season-list.module.css";
import {
  describeCheapWeekend,
  describeMissing,
  describeOverlaps,
  missingRate,
  rateWords,
} from "./season-words.ts";

const suggestionsShown = 6;

interface SeasonSuggestion {
  name: string;
  checkIn: string;
  checkOut: string;
}

export interface SeasonsProps {
  seasons: readonly Season[];
  suggestions: readonly SeasonSuggestion[];
  /** The holiday whose prices are asked for. */
  suggested: SeasonSuggestion | null;
  edited: Season | null;
  /** The season just saved, if one was. */
  saved: Season | null;
  /** The ad's ordinary prices. */
  own: Rates;
  refused: FormOutcome<unknown> | undefined;
  today: string;
}

export function Seasons(props: SeasonsProps) {
  const { seasons, suggested, edited, saved, own, refused, today } = props;
  const overlaps = describeOverlaps(seasons, today);
  return (
    <Fold
      id="temporadas"
      summary={<h2>Preços de feriado ({seasons.length})</h2>}
      isOpen={Boolean(saved ?? suggested ?? edited ?? refused)}
    >
      {saved && (
        <SavedSeason
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
      <NewSeason {...props} />
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
        to={`?temporada=${id}#${formId}`}
        aria-label={`Mudar ${temporada}`}
      >
        <Icon name="pencil" />
      </Link>
      <form method="post">
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
      </form>
    </li>
  );
}

const priceWords = { ...rateWords, pacote: "o pacote" } as const;

const formId = "preco-de-feriado";

type NewSeasonProps = Pick<
  SeasonsProps,
  "suggestions" | "suggested" | "edited" | "refused" | "today"
>;

/** The nearest holidays to tap, which open the form with their name and dates. */
function NewSeason({ suggestions, suggested, edited, refused, today }: NewSeasonProps) {
  const id = refused ? refused.typed.id : edited?.id;
  return (
    <>
      {!id && suggestions.length > 0 && (
        <div className={styles.suggestions}>
          {suggestions.slice(0, suggestionsShown).map((stay) => (
            <Link
              key={stay.checkIn}
              to={`?feriado=${stay.checkIn}#${formId}`}
              aria-current={stay === suggested || undefined}
            >
              {stay.name} <span>{formatStay(stay, today)}</span>
            </Link>
          ))}
        </div>
      )}
      <details className={styles.form} id={formId} open={Boolean(suggested ?? edited ?? refused)}>
        <summary className="link">{id ? "Mudar este preço" : "Outra data"}</summary>
        <SeasonForm {...{ id, suggested, edited, refused, today }} />
      </details>
    </>
  );
}

type SeasonFormProps = Omit<NewSeasonProps, "suggestions"> & {
  /** The season to change; none for a new one. */
  id: string | undefined;
};

function SeasonForm({ id, suggested, edited, refused, today }: SeasonFormProps) {
  const values: Partial<Record<string, string>> =
    refused?.typed ?? (edited ? seasonValues(edited) : suggestedValues(suggested));
  const of = (name: SeasonField) => ({
    name,
    defaultValue: values[name],
    error: refused?.errors[name],
  });
  const isWhole = values.forma === "pacote" || Boolean(values.pacote);
  return (
    <form method="post" action="?" className={styles.fields} noValidate>
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
      <button type="submit" className="btn">
        Salvar temporada
      </button>
      {edited && (
        <Link className="link" to="?#temporadas">
          Cancelar
        </Link>
      )}
    </form>
  );
}

function suggestedValues(stay: SeasonSuggestion | null): Partial<Record<SeasonField, string>> {
  return stay ? { temporada: stay.name, de: stay.checkIn, ate: stay.checkOut } : {};
}

interface SavedSeasonProps {
  season: Season;
  /** Names the nights without a figure, because they have no price; null if all have one. */
  missing: string | null;
  overlaps: readonly string[];
  own: Rates;
}

/** Says what a season just saved leaves open. */
function SavedSeason({ season, missing, overlaps, own }: SavedSeasonProps) {
  const cheap = describeCheapWeekend(season);
  return (
    <div className={`note note--leaf ${styles.saved}`} role="status">
      <p>
        <b>{season.temporada}: temporada salva.</b>
      </p>
      {missing && <p>{missing}</p>}
      {cheap && <p>{cheap}</p>}
      <TakeOwnRate season={season} own={own} />
      {overlaps.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

/** One tap takes the ad's own price for the one that a season lacks; nothing if there is none to take. */
function TakeOwnRate({ season, own }: Pick<SavedSeasonProps, "season" | "own">) {
  const missing = missingRate(season);
  const amount = missing && own[missing];
  if (!amount) return null;
  const cheap = describeCheapWeekend({ ...season, [missing]: amount });
  return (
    <form method="post" action="?">
      <input type="hidden" name="intent" value="preco-do-anuncio" />
      <button type="submit" name="id" value={season.id} className="btn btn--line">
        Usar o preço do anúncio: {formatReais(amount)}
      </button>
      {cheap && <p className="small">Com ele: {cheap}</p>}
    </form>
  );
}
