import { Icon } from "../platform/ui/icon.tsx";
import { Link } from "../platform/ui/link.tsx";
import styles from "./row-list.module.css";

interface Row {
  to: string;
  name: string;
  detail?: string;
  state?: string;
}

export interface RowListProps {
  /** Names the list for screen readers. */
  label: string;
  rows: Row[];
}

/** Rows of links to the things they name. */
export function RowList({ label, rows }: RowListProps) {
  return (
    <nav className={styles.rows} aria-label={label}>
      <ul>
        {rows.map(({ to, name, detail, state }) => (
          <li key={to + name}>
            <Link to={to}>
              <b>{name}</b>
              {detail && <span>{detail}</span>}
              {state && <span>{state}</span>}
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
