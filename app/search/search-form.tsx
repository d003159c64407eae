import { type ReactNode, useState } from "react";
import { Form, useNavigate } from "react-router";
import { addDays } from "../calendar/civil-date.ts";
import { AmenityIcon } from "../listings/amenity.tsx";
import { countLimit, filterFlags, leisureOptions, locationOptions } from "../listings/fields.ts";
import { weekendMeaning } from "../prices/money.ts";
import { ErrorLine } from "../ui/feedback/error-line.tsx";
import { SelectFrame } from "../ui/forms/field.tsx";
import { scrollIntoView } from "../ui/forms/scroll-into-view.ts";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import {
  isSearch,
  noFilters,
  orderLabels,
  type ParsedSearch,
  priceDigits,
  readSearch,
} from "./filters.ts";
import styles from "./search-form.module.css";

export interface SearchFormProps {
  day: string;
  /** The search whose results the page shows. */
  parsed?: ParsedSearch;
  /** By control; invalid values are missing in the filters. */
  typed?: Readonly<Record<string, string>>;
  /** At the top of the results, with their order. */
  compact?: boolean;
}

const emptySearch: ParsedSearch = { filters: noFilters, problems: {} };

/** Spec §2, with dates, people and amenities. */
export function SearchForm({
  day,
  parsed = emptySearch,
  typed = {},
  compact = false,
}: SearchFormProps) {
  const navigate = useNavigate();
  const [empty, setEmpty] = useState(false);
  const [arrival, setArrival] = useState(typed.entrada ?? "");
  const { filters, problems } = parsed;
  const location = filters.localizacao ?? "";
  const known = (locationOptions as readonly string[]).includes(location);
  return (
    <Form
      className={`${styles.search} ${compact ? styles.compact : ""} wrap`}
      role="search"
      action="/search"
      // Browsers would block the search and explain invalid values in their own words.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const query = readQuery(event.currentTarget);
        const { filters: wanted, problems: refused } = readSearch(query, day);
        const asks = isSearch(wanted) || Object.keys(refused).length > 0;
        setEmpty(!asks);
        if (asks) navigate(`/search?${query}`);
      }}
      onChange={() => setEmpty(false)}
    >
      <Control name="localizacao" label="Localização" className={styles.where}>
        <SelectFrame>
          <select
            className={styles.input}
            id="localizacao"
            name="localizacao"
            defaultValue={location}
          >
            <option value="">Toda a região</option>
            {location !== "" && !known && <option>{location}</option>}
            {locationOptions.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        </SelectFrame>
      </Control>
      <Control name="entrada" label="Entrada" problem={problems.entrada}>
        <input
          className={styles.input}
          {...controlOf("entrada", problems.entrada)}
          type="date"
          min={day}
          defaultValue={typed.entrada}
          onChange={({ currentTarget }) => setArrival(currentTarget.value)}
        />
      </Control>
      <Control name="saida" label="Saída" problem={problems.saida}>
        <input
          className={styles.input}
          {...controlOf("saida", problems.saida)}
          type="date"
          min={addDays(isDate(arrival) ? arrival : day, 1)}
          defaultValue={typed.saida}
        />
      </Control>
      <Control name="pessoas" label="Pessoas" problem={problems.pessoas}>
        <input
          className={styles.input}
          {...controlOf("pessoas", problems.pessoas)}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={String(countLimit).length}
          placeholder="Quantas"
          defaultValue={typed.pessoas}
        />
      </Control>
      <Control name="q" label="Preço por noite, em reais">
        <input
          className={styles.input}
          id="q"
          name="q"
          type="text"
          inputMode="numeric"
          autoComplete="off"
          pattern="[0-9]*"
          aria-describedby="q-hint"
          placeholder="Diaria Valor até"
          defaultValue={filters.q ?? ""}
          onBeforeInput={() => setEmpty(false)}
          // For text typed before hydration.
          ref={keepDigits}
          onInput={({ currentTarget, nativeEvent }) =>
            keepDigits(currentTarget, (nativeEvent as InputEvent).data)
          }
        />
      </Control>
      <fieldset className={styles.wants}>
        <legend className="visually-hidden">O imóvel precisa ter</legend>
        {leisureOptions.map((name) => (
          <label key={name}>
            <AmenityIcon name={name} />
            {name}
            <input
              type="checkbox"
              name="lazer"
              value={name}
              defaultChecked={filters.lazer.includes(name)}
            />
          </label>
        ))}
        {filterFlags.map(({ parameter, label }) => (
          <label key={parameter}>
            <AmenityIcon name={label} />
            {label}
            <input type="checkbox" name={parameter} value="1" defaultChecked={filters[parameter]} />
          </label>
        ))}
      </fieldset>
      {[problems.lazer, ...filterFlags.map(({ parameter }) => problems[parameter])].map(
        (problem) =>
          problem && (
            <ErrorLine key={problem} className={styles.problem}>
              {problem}
            </ErrorLine>
          ),
      )}
      {compact && (
        <Control name="ordem" label="Ordenar por" problem={problems.ordem} className={styles.order}>
          <SelectFrame>
            <select
              className={styles.input}
              {...controlOf("ordem", problems.ordem)}
              defaultValue={filters.ordem}
            >
              {Object.entries(orderLabels).map(([name, label]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          </SelectFrame>
        </Control>
      )}
      <button type="submit" className="btn">
        <Icon name="search" />
        Buscar
      </button>
      <p className={styles.meaning} id="q-hint">
        O preço da busca é o da Noite. {weekendMeaning}.
      </p>
      <p className={styles.hint} role="status">
        {empty && (
          <>
            <Icon name="circle-exclamation-point" />
            <span ref={scrollIntoView}>
              Escolha um lugar, as datas ou quanto quer pagar, ou{" "}
              <Link to="/search">veja todos os anúncios</Link>.
            </span>
          </>
        )}
      </p>
    </Form>
  );
}

interface ControlShellProps {
  name: string;
  label: string;
  problem?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

function Control({ name, label, problem, className = "", children }: ControlShellProps) {
  return (
    <div className={`${styles.field} ${className}`}>
      <label htmlFor={name}>{label}</label>
      {children}
      {problem && (
        <ErrorLine id={`${name}-problem`} className={styles.fieldProblem}>
          {problem}
        </ErrorLine>
      )}
    </div>
  );
}

function controlOf(name: string, problem: string | undefined) {
  return {
    id: name,
    name,
    "aria-invalid": problem ? (true as const) : undefined,
    "aria-describedby": problem ? `${name}-problem` : undefined,
  };
}

/** Keeps empty values only for the parameters named in spec §2. */
function readQuery(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const isKept = value !== "" || name === "q" || name === "localizacao";
    if (typeof value === "string" && isKept) query.append(name, value);
  }
  if (query.get("ordem") === noFilters.ordem) query.delete("ordem");
  return query;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Shows only digits, but remembers separators: the zeros of "500,00" must not make it 50000. */
function keepDigits(input: HTMLInputElement | null, added?: string | null): void {
  if (!input) return;
  const { shown = "", typed = "" } = input.dataset;
  const isAppended = added && input.value === shown + added;
  const text = isAppended ? typed + added : input.value;
  const digits = priceDigits(text);
  Object.assign(input.dataset, { shown: digits, typed: text });
  if (digits !== input.value) input.value = digits;
}
