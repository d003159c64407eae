import { useState } from "react";
import { Form, useNavigate } from "react-router";
import { listingFields, locationOptions } from "../listings/fields.ts";
import { SelectFrame } from "../ui/forms/field.tsx";
import { Icon } from "../ui/icon.tsx";
import {
  type Filters,
  flagFilterNames,
  flagFilters,
  isSearch,
  maxPriceDigits,
  priceDigits,
  readFilters,
} from "./filters.ts";
import styles from "./search-form.module.css";

export interface SearchFormProps {
  filters?: Filters;
  /** For a page that opens with it. */
  compact?: boolean;
}

/** The search form of spec §2, with the flags a search can ask for. */
export function SearchForm({ filters, compact = false }: SearchFormProps) {
  const navigate = useNavigate();
  const [empty, setEmpty] = useState(false);
  const location = filters?.localizacao ?? "";
  const known = (locationOptions as readonly string[]).includes(location);
  return (
    <Form
      className={`${styles.search} ${compact ? styles.compact : ""} wrap`}
      role="search"
      action="/search"
      onSubmit={(event) => {
        event.preventDefault();
        const query = new URLSearchParams();
        for (const [name, value] of new FormData(event.currentTarget)) {
          if (typeof value === "string") query.append(name, value);
        }
        const asks = isSearch(readFilters(query));
        setEmpty(!asks);
        if (asks) navigate(`/search?${query}`);
      }}
      onChange={() => setEmpty(false)}
    >
      <div className={styles.field}>
        <label htmlFor="localizacao">Localização</label>
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
      </div>
      <div className={styles.field}>
        <label htmlFor="q">Preço por noite, em reais</label>
        <input
          className={styles.input}
          id="q"
          name="q"
          type="text"
          inputMode="numeric"
          autoComplete="off"
          pattern="[0-9]*"
          maxLength={maxPriceDigits}
          placeholder="Diaria Valor até"
          defaultValue={filters?.q ?? ""}
          onBeforeInput={() => setEmpty(false)}
          // What was typed before the script came is put right when it does.
          ref={keepDigits}
          onInput={({ currentTarget }) => keepDigits(currentTarget)}
        />
      </div>
      <ul className={styles.flags}>
        {flagFilterNames.map((name) => (
          <li key={name}>
            <label>
              <input type="checkbox" name={name} value="1" defaultChecked={filters?.[name]} />
              {listingFields[flagFilters[name].field].label}
            </label>
          </li>
        ))}
      </ul>
      <button type="submit" className="btn">
        <Icon name="search" />
        Buscar
      </button>
      <p className={styles.hint} role="status">
        {empty && (
          <>
            <Icon name="circle-exclamation-point" />
            Escolha um lugar ou diga até quanto quer pagar.
          </>
        )}
      </p>
    </Form>
  );
}

/** Leaves in a field what a price may have. */
function keepDigits(input: HTMLInputElement | null): void {
  if (!input) return;
  const digits = priceDigits(input.value);
  if (digits !== input.value) input.value = digits;
}
