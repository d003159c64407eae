import { type RefObject, useEffect, useRef, useState } from "react";
import { amenityIcon } from "../../listings/card/amenity.tsx";
import {
  countLimit,
  type FlagParameter,
  filterFlags,
  leisureOptions,
} from "../../listings/fields.ts";
import { formatHouses } from "../../listings/listing.ts";
import { ErrorLine } from "../../ui/feedback/error-line.tsx";
import { Icon, iconBefore } from "../../ui/icon.tsx";
import { type Filters, flagsOf, type ParsedSearch } from "../filters.ts";
import styles from "./amenity-filters.module.css";
import { Control, controlOf } from "./form-control.tsx";
import { readQuery } from "./read-query.ts";
import formStyles from "./search-form.module.css";

interface AmenityFiltersProps extends ParsedSearch {
  /** The minimum number of bedrooms as typed. */
  bedrooms: string;
}

/** The amenities of spec §3, and folded below them what fewer groups ask for. */
export function AmenityFilters({ filters, problems, bedrooms }: AmenityFiltersProps) {
  const wanted = filterFlags.filter(({ onCard }) => onCard);
  const refused = [problems.lazer, ...filterFlags.map(({ parameter }) => problems[parameter])];
  return (
    <>
      <fieldset className={styles.wants}>
        <legend className="visually-hidden">O imóvel precisa ter</legend>
        {leisureOptions.map((name) => (
          <Choice
            key={name}
            label={name}
            name="lazer"
            value={name}
            isChosen={filters.lazer.includes(name)}
          />
        ))}
        {wanted.map((flag) => (
          <FlagChoice key={flag.parameter} {...flag} filters={filters} />
        ))}
      </fieldset>
      <MoreFilters filters={filters} problems={problems} bedrooms={bedrooms} />
      {refused.map(
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

function MoreFilters({ filters, problems, bedrooms }: AmenityFiltersProps) {
  const flags = filterFlags.filter(({ onCard }) => !onCard);
  const chosen = flagsOf(filters).filter(({ onCard }) => !onCard).length;
  const inUse = chosen + (filters.quartos === null ? 0 : 1);
  const [isOpen, setIsOpen] = useState(false);
  const fold = useRef<HTMLDetailsElement>(null);
  const total = useLiveCount(fold, isOpen);
  // It may have been opened before hydration.
  useEffect(() => setIsOpen(fold.current?.open ?? false), []);
  return (
    <details
      ref={fold}
      className={styles.more}
      open={problems.quartos !== undefined}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <Icon name="sliders-horizontal" />
        Mais filtros{inUse > 0 && ` (${inUse})`}
        <Icon name="chevron-down" />
      </summary>
      <Control
        name="quartos"
        label="Quartos, pelo menos"
        problem={problems.quartos}
        className={styles.bedrooms}
      >
        <input
          className={formStyles.input}
          {...controlOf("quartos", problems)}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={String(countLimit).length}
          placeholder="Quantos"
          defaultValue={bedrooms}
        />
      </Control>
      <fieldset className={styles.wants}>
        <legend className="visually-hidden">O imóvel precisa ter também</legend>
        {flags.map((flag) => (
          <FlagChoice key={flag.parameter} {...flag} filters={filters} />
        ))}
      </fieldset>
      <p className={styles.none} role="status">
        {total === 0 && "Nenhuma casa tem tudo isso."}
      </p>
      {total !== null && total > 0 && (
        <button type="submit" className="btn">
          Ver {formatHouses(total)}
        </button>
      )}
    </details>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  value: string;
  isChosen: boolean;
}

function Choice({ label, name, value, isChosen }: ChoiceProps) {
  return (
    <label className={iconBefore(amenityIcon(label))}>
      {label}
      <input type="checkbox" name={name} value={value} defaultChecked={isChosen} />
    </label>
  );
}

interface FlagChoiceProps {
  label: string;
  parameter: FlagParameter;
  filters: Filters;
}

function FlagChoice({ label, parameter, filters }: FlagChoiceProps) {
  return <Choice label={label} name={parameter} value="1" isChosen={filters[parameter]} />;
}

/** Counts what the form would find, while these filters are open; null if that isn't known. */
function useLiveCount(fold: RefObject<HTMLElement | null>, isOpen: boolean): number | null {
  const [total, setTotal] = useState<number | null>(null);
  useEffect(() => {
    const form = fold.current?.closest("form");
    if (!isOpen || !form) return;
    let latest = new AbortController();
    const ask = async () => {
      latest.abort();
      latest = new AbortController();
      const { signal } = latest;
      try {
        const answer = await fetch(`/search/quantas?${readQuery(form)}`, { signal });
        const found = answer.ok ? await answer.json() : null;
        if (!signal.aborted) setTotal(found?.total ?? null);
      } catch {
        if (!signal.aborted) setTotal(null);
      }
    };
    ask();
    form.addEventListener("change", ask);
    return () => {
      latest.abort();
      form.removeEventListener("change", ask);
    };
  }, [fold, isOpen]);
  return total;
}
