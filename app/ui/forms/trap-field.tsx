import { trapName } from "./trap.ts";
import styles from "./trap-field.module.css";

export function TrapField() {
  return (
    <label className={styles.trap} aria-hidden="true">
      Deixe vazio
      <input name={trapName} type="text" tabIndex={-1} autoComplete="off" />
    </label>
  );
}
