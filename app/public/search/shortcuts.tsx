import { formatStayWithWeekdays } from "../../domain/calendar/stays.ts";
import { regionChoiceId } from "../../domain/region/region-choice-part.tsx";
import { type Filters, noFilters, writeFilters } from "../../domain/search/filters.ts";
import { iconBefore } from "../../platform/ui/icon-names.ts";
import { Link } from "../../platform/ui/link.tsx";
import { pageAddress } from "../../platform/ui/shell/page-address.ts";
import type { Shortcut } from "./list-shortcuts.server.ts";
import styles from "./shortcuts.module.css";

export interface ShortcutsProps {
  shortcuts: readonly Shortcut[];
  day: string;
  /** Filters that the links keep, except for the dates. */
  filters?: Filters;
  /** True if the page has the map of locations. */
  hasMap: boolean;
}

export function Shortcuts({ shortcuts, day, filters = noFilters, hasMap }: ShortcutsProps) {
  return (
    <ul className={`${styles.shortcuts} wrap`} aria-label="Atalhos">
      {shortcuts.map(({ label, stay }) => (
        <li key={label}>
          <Link
            className={iconBefore("calendar-check")}
            to={pageAddress("/search", writeFilters({ ...filters, stay }))}
          >
            <span>
              {/* One text: where a line ends at a space of its own, Chrome reads names without it. */}
              {`${label} `}
              <span className={styles.dates}>{formatStayWithWeekdays(stay, day)}</span>
            </span>
          </Link>
        </li>
      ))}
      {hasMap && (
        <li>
          <a className={iconBefore("map")} href={`#${regionChoiceId}`}>
            Escolha no mapa
          </a>
        </li>
      )}
    </ul>
  );
}
