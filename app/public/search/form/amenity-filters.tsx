import { amenityIcon } from "../../../domain/listings/card/amenity.tsx";
import {
  countLimit,
  type FlagParameter,
  filterFlags,
  leisureOptions,
} from "../../../domain/listings/fields.ts";
import { type Filters, flagsOf, type ParsedSearch } from "../../../domain/search/filters.ts";
import { ErrorLine } from "../../../platform/ui/feedback/error-line.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import { iconBefore } from "../../../platform/ui/icon-names.ts";
import styles from "./amenity-filters.module.css";
import { Control, controlOf } from "./form-control.tsx";
import formStyles from "./search-form.module.css";

interface AmenityFiltersProps extends ParsedSearch {
  /** The minimum number of bedrooms as typed. */
  bedrooms: string;
}

/** Folded: the amenities of spec §3, and what fewer groups ask for. */
export function AmenityFilters({ filters, problems, bedrooms }: AmenityFiltersProps) {
  const refused = [problems.lazer, ...filterFlags.map(({ parameter }) => problems[parameter])];
  const isRefused = problems.quartos !== undefined || refused.some(Boolean);
  const inUse = filters.lazer.length + flagsOf(filters).length + (filters.quartos === null ? 0 : 1);
  return (
    <details className={styles.more} open={isRefused}>
      <summary>
        <Icon name="sliders-horizontal" />
        Filtros{inUse > 0 && ` (${inUse})`}
        <Icon name="chevron-down" />
      </summary>
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
        {filterFlags.map((flag) => (
          <FlagChoice key={flag.parameter} {...flag} filters={filters} />
        ))}
      </fieldset>
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
      {refused.map(
        (problem) =>
          problem && (
            <ErrorLine key={problem} className={styles.problem}>
              {problem}
            </ErrorLine>
          ),
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
