import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { TextField } from "../platform/ui/forms/field.tsx";
import { Link } from "../platform/ui/link.tsx";
import styles from "./panel.module.css";

export interface SearchFormProps {
  placeholder: string;
  q: string;
  /** Text of the link that leads back from a search to the whole list. */
  all: string;
  /** Another control of the search. */
  children?: ReactNode;
}

/** A search that keeps its words in the address. */
export function SearchForm({ placeholder, q, all, children }: SearchFormProps) {
  const { pathname } = useLocation();
  return (
    <search>
      <form className={styles.search}>
        <TextField
          name="q"
          type="search"
          label="Procurar"
          placeholder={placeholder}
          maxLength={100}
          defaultValue={q}
        />
        {children}
        <button type="submit" className="btn btn--line">
          Buscar
        </button>
      </form>
      {q && (
        <Link className="link" to={pathname}>
          {all}
        </Link>
      )}
    </search>
  );
}
