import { type MouseEvent, useEffect, useRef, useState } from "react";
import { addDays, isCivilDate } from "../../../domain/calendar/civil-date.ts";
import { countLimit } from "../../../domain/listings/fields.ts";
import type { ListOrder } from "../../../domain/listings/list-cursor.ts";
import { isLocation, locationOptions } from "../../../domain/region/locations.ts";
import {
  isSearch,
  noFilters,
  orderLabels,
  type ParsedSearch,
  readSearch,
} from "../../../domain/search/filters.ts";
import { SelectFrame } from "../../../platform/ui/forms/field.tsx";
import { scrollIntoView } from "../../../platform/ui/forms/scroll-into-view.ts";
import { Icon } from "../../../platform/ui/icon.tsx";
import { AmenityFilters } from "./amenity-filters.tsx";
import { Control, controlOf } from "./form-control.tsx";
import { PriceControl } from "./price-control.tsx";
import { readQuery } from "./read-query.ts";
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

/** The form of spec §2, with dates, people and amenities. Hydrated once it is touched. */
export function SearchForm({
  day,
  parsed = emptySearch,
  typed = {},
  compact = false,
}: SearchFormProps) {
  const [empty, setEmpty] = useState(false);
  const [arrival, setArrival] = useState(typed.entrada ?? "");
  const [departure, setDeparture] = useState(typed.saida ?? "");
  const [now, setNow] = useState(parsed.problems);
  const form = useRef<HTMLFormElement>(null);
  // Picks up values typed before hydration.
  useEffect(() => {
    if (!form.current) return;
    const query = readQuery(form.current);
    setArrival(query.get("entrada") ?? "");
    setDeparture(query.get("saida") ?? "");
    setNow(readSearch(query, day).problems);
  }, [day]);
  const { filters } = parsed;
  const problems = stillWrong(parsed.problems, now);
  return (
    <form
      ref={form}
      className={`${styles.search} ${compact ? styles.compact : ""} wrap`}
      action="/search"
      // Browsers would block the search and explain invalid values in their own words.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const query = readQuery(event.currentTarget);
        const { filters: wanted, problems: refused } = readSearch(query, day);
        const isFilled = isSearch(wanted) || Object.keys(refused).length > 0;
        setEmpty(!isFilled);
        if (isFilled) location.assign(`/search?${query}`);
      }}
      onChange={({ currentTarget }) => {
        setEmpty(false);
        setNow(readSearch(readQuery(currentTarget), day).problems);
      }}
    >
      <LocationControl current={filters.localizacao ?? ""} />
      <Control name="entrada" label="Entrada" problem={problems.entrada}>
        <input
          className={styles.input}
          {...controlOf("entrada", problems)}
          type="date"
          min={day}
          defaultValue={typed.entrada}
          onClick={openPicker}
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
          onClick={openPicker}
          onChange={({ currentTarget }) => setDeparture(currentTarget.value)}
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
      <PriceControl
        parsed={{ filters, problems }}
        typed={typed.total}
        hasDates={arrival !== "" && departure !== ""}
        onType={() => setEmpty(false)}
      />
      <SearchButton className={styles.early} />
      <AmenityFilters filters={filters} problems={problems} bedrooms={typed.quartos ?? ""} />
      {compact && <OrderControl ordem={filters.ordem} problems={problems} />}
      <SearchButton className={styles.late} />
      <p className={styles.hint} role="status">
        {empty && (
          <>
            <Icon name="circle-exclamation-point" />
            <span ref={scrollIntoView}>
              Escolha um lugar, as datas ou quanto quer pagar, ou{" "}
              <a href="/search">veja todos os anúncios</a>.
            </span>
          </>
        )}
      </p>
    </form>
  );
}

/** Opens the calendar of a date field wherever it is clicked. */
function openPicker({ currentTarget }: MouseEvent<HTMLInputElement>): void {
  currentTarget.showPicker?.();
}

/** Shows a refused value's error only while it is wrong: no value is criticized before the search. */
function stillWrong(
  refused: ParsedSearch["problems"],
  now: ParsedSearch["problems"],
): ParsedSearch["problems"] {
  const names = Object.keys(refused) as (keyof ParsedSearch["problems"])[];
  return Object.fromEntries(names.flatMap((name) => (now[name] ? [[name, now[name]]] : [])));
}

/**
 * Stands beside the fields where there is room, else below everything: each place has a button of its own,
 * so that the order of the keyboard is the one that is seen.
 */
function SearchButton({ className }: { className: string | undefined }) {
  return (
    <button type="submit" className={`btn ${className}`}>
      <Icon name="search" />
      Buscar
    </button>
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
