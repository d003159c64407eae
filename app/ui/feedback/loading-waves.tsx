import styles from "./loading-waves.module.css";

/** The loading indicator: moving dashes of water. */
export function LoadingWaves() {
  return (
    <span className={styles.waves} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
