import styles from "./trail.module.css";

export interface Step {
  name: string;
  /** Missing for the page itself. */
  to?: string;
}

/** Breadcrumbs, as the page's structured data declares them. */
export function Trail({ steps }: { steps: readonly Step[] }) {
  return (
    <nav className={styles.trail} aria-label="Você está em">
      <ol>
        {steps.map(({ name, to }) => (
          <li key={name}>
            {to ? <a href={to}>{name}</a> : <span aria-current="page">{name}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
