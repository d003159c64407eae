import { amenityIcon } from "../../listings/card/amenity.tsx";
import {
  countLimit,
  type FlagParameter,
  filterFlags,
  leisureOptions,
} from "../../listings/fields.ts";
import { ErrorLine } from "../../ui/feedback/error-line.tsx";
import { Icon, iconBefore } from "../../ui/icon.tsx";
import { type Filters, flagsOf, type ParsedSearch } from "../filters.ts";
import styles from "./amenity-filters.module.css";
import { Control, controlOf } from "./form-control.tsx";
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
  return (
    <details className={styles.more} open={problems.quartos !== undefined}>
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
