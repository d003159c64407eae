import styles from "./plan-words.module.css";

/** Sets dates in bold, and keeps the parts of a price on one line. */
export function PlanSentence({ children }: { children: string }) {
  return children.split(/(\d{2}\/\d{2}\/\d{4}|R\$ \d+,\d{2})/).map((part, n) => {
    if (n % 2 === 0) return part;
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position
    if (!part.startsWith("R$")) return <b key={n}>{part}</b>;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position
      <span key={n} className={styles.price}>
        {part}
      </span>
    );
  });
}
