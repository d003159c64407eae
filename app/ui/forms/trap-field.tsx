import { trapName } from "./trap.ts";
import styles from "./trap-field.module.css";

/** Forms that were sent with it filled in are thanked for and dropped. */
export function TrapField() {
  return (
    <label className={styles.trap} aria-hidden="true">
      Deixe vazio
      <input name={trapName} type="text" tabIndex={-1} autoComplete="off" />
    </label>
  );
}
