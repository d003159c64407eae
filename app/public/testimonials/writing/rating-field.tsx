import { ratings, ratingWords } from "../../../domain/testimonials/testimonial.ts";
import { FieldError } from "../../../platform/ui/forms/field.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import styles from "./rating-field.module.css";

export interface RatingFieldProps {
  error?: readonly string[] | null | undefined;
  defaultValue?: string | undefined;
}

/** Five radio buttons drawn as stars; those up to the chosen one are filled. */
export function RatingField({ error, defaultValue }: RatingFieldProps) {
  return (
    <fieldset
      className={styles.rating}
      id="nota"
      aria-describedby={error ? "nota-error" : undefined}
    >
      <legend>Sua nota</legend>
      <div className={styles.stars}>
        {ratings.map((nota, index) => (
          <label key={nota} className={styles.star}>
            <input
              type="radio"
              name="nota"
              value={nota}
              defaultChecked={defaultValue === String(nota)}
              // biome-ignore lint/a11y/noAutofocus: a document that shows what is wrong leads there
              autoFocus={Boolean(error) && index === 0}
            />
            <Icon name="star-fine-filled" />
            <span>
              <span className="visually-hidden">{nota}: </span>
              {ratingWords[nota]}
            </span>
          </label>
        ))}
      </div>
      <FieldError id="nota" message={error?.[0]} />
    </fieldset>
  );
}
