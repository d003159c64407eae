import { useState } from "react";
import { Form, useNavigate } from "react-router";
import { locationOptions } from "../listings/listing.ts";
import { Pick } from "../ui/forms/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { type Filters, isSearch, maxPriceDigits, priceDigits, readFilters } from "./filters.ts";
import "./search-form.css";

/** Where, and up to which price of a night (spec §2). It stands in the water. */
export function SearchForm({ filters }: { filters?: Filters }) {
  const navigate = useNavigate();
  const [empty, setEmpty] = useState(false);
  const location = filters?.localizacao ?? "";
  const known = (locationOptions as readonly string[]).includes(location);
  return (
    <Form
      className="search wrap"
      role="search"
      action="/search"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget);
        const query = new URLSearchParams();
        for (const name of ["q", "localizacao"]) query.set(name, String(typed.get(name) ?? ""));
        const asks = isSearch(readFilters(query));
        setEmpty(!asks);
        if (asks) navigate(`/search?${query}`);
      }}
      onChange={() => setEmpty(false)}
    >
      <div className="field">
        <label htmlFor="localizacao">Localização</label>
        <Pick>
          <select className="in" id="localizacao" name="localizacao" defaultValue={location}>
            <option value="">Toda a região</option>
            {location !== "" && !known && <option>{location}</option>}
            {locationOptions.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        </Pick>
      </div>
      <div className="field">
        <label htmlFor="q">Preço por noite, em reais</label>
        <input
          className="in"
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
      <button type="submit" className="btn">
        <Icon name="search" />
        Buscar
      </button>
      <p className="say-what" role="status">
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
