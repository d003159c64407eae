import { Icon } from "../../platform/ui/icon.tsx";
import { formatRating, ratings } from "./testimonial.ts";
import styles from "./testimonial-card.module.css";

/** A rating in stars, and in words for those who don't see them. */
export function Stars({ nota }: { nota: number }) {
  return (
    <span className={styles.stars}>
      <span aria-hidden="true">
        {ratings.map((step) => (
          <Icon key={step} name={step <= nota ? "star-filled" : "star"} />
        ))}
      </span>
      <b>{formatRating(nota)}</b>
    </span>
  );
}
