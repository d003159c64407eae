import styles from "./loading-waves.module.css";

export function LoadingWaves() {
  return (
    <span className={styles.waves} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
