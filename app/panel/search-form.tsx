import { TextField } from "../ui/forms/field.tsx";
import styles from "./panel.module.css";

/** A search that keeps its words in the address. */
export function SearchForm({ placeholder, q }: { placeholder: string; q: string }) {
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
        <button type="submit" className="btn btn--line">
          Buscar
        </button>
      </form>
    </search>
  );
}
