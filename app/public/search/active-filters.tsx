import { type Filters, writeFilters } from "../../domain/search/filters.ts";
import { listActive } from "../../domain/search/list-active.ts";
import { Icon } from "../../platform/ui/icon.tsx";
import { Link } from "../../platform/ui/link.tsx";
import { pageAddress } from "../../platform/ui/shell/page-address.ts";
import styles from "./active-filters.module.css";

export interface ActiveFiltersProps {
  filters: Filters;
  day: string;
  /** Amenities stand on the list; what the folded line says, below the form. */
  of: "amenities" | "stay";
}

/** Chips that lead to the search without one of its filters. */
export function ActiveFilters({ filters, day, of }: ActiveFiltersProps) {
  const isMeant = of === "amenities";
  const active = listActive(filters, day).filter(({ isAmenity }) => isAmenity === isMeant);
  if (active.length === 0) return null;
  return (
    <ul className={styles.active} aria-label={isMeant ? "Comodidades em uso" : "Filtros em uso"}>
      {active.map(({ label, rest }) => (
        <li key={label}>
          <Link className={styles.chip} to={pageAddress("/search", writeFilters(rest))}>
            {label}
            <Icon name="x" />
            <span className="visually-hidden">tirar</span>
          </Link>
        </li>
      ))}
      {!isMeant && active.length > 1 && (
        <li>
          <Link className={styles.clear} to="/search">
            Limpar tudo
          </Link>
        </li>
      )}
    </ul>
  );
}
