import { alertAddress, type Filters } from "../../../domain/search/filters.ts";
import { Icon } from "../../../platform/ui/icon.tsx";
import { Link } from "../../../platform/ui/link.tsx";
import styles from "./watch-note.module.css";

/** Below results: the right house may come later. */
export function WatchNote({ filters }: { filters: Filters }) {
  return (
    <p className={`note ${styles.watch}`}>
      <Icon name="bell" />
      <span>
        Não achou a casa certa?{" "}
        <Link className="link" to={alertAddress(filters)}>
          Avise-me
        </Link>{" "}
        quando aparecer outra assim.
      </span>
    </p>
  );
}
