import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { pageAddress } from "../ui/shell/page-meta.ts";
import styles from "./active-filters.module.css";
import { type Filters, writeFilters } from "./filters.ts";
import { listActive } from "./list-active.ts";

export interface ActiveFiltersProps {
  filters: Filters;
  day: string;
}

/** Chips that lead to the search without one of its filters. */
export function ActiveFilters({ filters, day }: ActiveFiltersProps) {
  const active = listActive(filters, day);
  if (active.length === 0) return null;
  return (
    <ul className={styles.active} aria-label="Filtros em uso">
      {active.map(({ label, rest }) => (
        <li key={label}>
          <Link className={styles.chip} to={pageAddress("/search", writeFilters(rest))}>
            {label}
            <Icon name="x" />
            <span className="visually-hidden">tirar</span>
          </Link>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <Link className={styles.clear} to="/search">
            Limpar tudo
          </Link>
        </li>
      )}
    </ul>
  );
}
