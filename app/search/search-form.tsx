import { type ReactNode, useState } from "react";
import { Form, useNavigate } from "react-router";
import { addDays, isCivilDate } from "../calendar/civil-date.ts";
import { AmenityIcon } from "../listings/card/amenity.tsx";
import { countLimit, filterFlags, leisureOptions } from "../listings/fields.ts";
import type { ListOrder } from "../listings/list-cursor.ts";
import { weekendMeaning } from "../prices/money.ts";
import { isLocation, locationOptions } from "../region/locations.ts";
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
  /** Values by control; invalid ones are missing in the filters. */
  typed?: Readonly<Record<string, string>>;
  /** Set at the top of the results, where the form includes their order. */
  compact?: boolean;
}

const emptySearch: ParsedSearch = { filters: noFilters, problems: {} };

/** The form of spec §2, with dates, people and amenities. */
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
        const isFilled = isSearch(wanted) || Object.keys(refused).length > 0;
        setEmpty(!isFilled);
        if (isFilled) navigate(`/search?${query}`);
      }}
      onChange={() => setEmpty(false)}
    >
      <LocationControl current={filters.localizacao ?? ""} />
      <Control name="entrada" label="Entrada" problem={problems.entrada}>
        <input
          className={styles.input}
          {...controlOf("entrada", problems)}
          type="date"
          min={day}
          defaultValue={typed.entrada}
          onChange={({ currentTarget }) => setArrival(currentTarget.value)}
        />
      </Control>
      <Control name="saida" label="Saída" problem={problems.saida}>
        <input
          className={styles.input}
          {...controlOf("saida", problems)}
          type="date"
          min={addDays(isCivilDate(arrival) ? arrival : day, 1)}
          defaultValue={typed.saida}
        />
      </Control>
      <Control name="pessoas" label="Pessoas" problem={problems.pessoas}>
        <input
          className={styles.input}
          {...controlOf("pessoas", problems)}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={String(countLimit).length}
          placeholder="Quantas"
          defaultValue={typed.pessoas}
        />
      </Control>
      <PriceControl q={filters.q} onType={() => setEmpty(false)} />
      <Amenities filters={filters} problems={problems} />
      {compact && <OrderControl ordem={filters.ordem} problems={problems} />}
      <button type="submit" className="btn">
        <Icon name="search" />
        Buscar
      </button>
      <p className={styles.meaning} id="q-hint">
        O valor máximo vale para a diária (noite), não para o fim de semana. {weekendMeaning}.
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

function LocationControl({ current }: { current: string }) {
  return (
    <Control name="localizacao" label="Localização" className={styles.where}>
      <SelectFrame>
        <select className={styles.input} id="localizacao" name="localizacao" defaultValue={current}>
          <option value="">Toda a região</option>
          {current !== "" && !isLocation(current) && <option>{current}</option>}
          {locationOptions.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      </SelectFrame>
    </Control>
  );
}

interface PriceControlProps {
  q: number | null;
  onType: () => void;
}

function PriceControl({ q, onType }: PriceControlProps) {
  return (
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
        defaultValue={q ?? ""}
        onBeforeInput={onType}
        // Text may have been typed before hydration.
        ref={keepDigits}
        onInput={({ currentTarget, nativeEvent }) =>
          keepDigits(currentTarget, (nativeEvent as InputEvent).data)
        }
      />
    </Control>
  );
}

function Amenities({ filters, problems }: ParsedSearch) {
  return (
    <>
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
    </>
  );
}

interface OrderControlProps extends Pick<ParsedSearch, "problems"> {
  ordem: ListOrder;
}

function OrderControl({ ordem, problems }: OrderControlProps) {
  return (
    <Control name="ordem" label="Ordenar por" problem={problems.ordem} className={styles.order}>
      <SelectFrame>
        <select className={styles.input} {...controlOf("ordem", problems)} defaultValue={ordem}>
          {Object.entries(orderLabels).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </SelectFrame>
    </Control>
  );
}

interface ControlProps {
  name: string;
  label: string;
  problem?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

function Control({ name, label, problem, className = "", children }: ControlProps) {
  return (
    <div className={`${styles.field} ${className}`}>
      <label htmlFor={name}>{label}</label>
      {children}
      {problem && (
        <ErrorLine id={`${name}-problem`} role="alert" className={styles.fieldProblem}>
          {problem}
        </ErrorLine>
      )}
    </div>
  );
}

const fieldNames = ["entrada", "saida", "pessoas", "ordem"] as const;

/** The first wrong field has the focus, also on a page without script. */
function controlOf(name: (typeof fieldNames)[number], problems: ParsedSearch["problems"]) {
  const isWrong = problems[name] !== undefined;
  return {
    id: name,
    name,
    autoFocus: isWrong && name === fieldNames.find((field) => problems[field]),
    "aria-invalid": isWrong || undefined,
    "aria-describedby": isWrong ? `${name}-problem` : undefined,
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
