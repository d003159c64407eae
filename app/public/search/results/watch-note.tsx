import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { alertAddress, type Filters } from "../filters.ts";
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
