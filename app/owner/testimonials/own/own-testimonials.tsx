import {
  firstNameOf,
  maxReplyLength,
  reportPath,
} from "../../../domain/testimonials/testimonial.ts";
import { TestimonialCard } from "../../../domain/testimonials/testimonial-card.tsx";
import type { OwnTestimonial } from "../../../domain/testimonials/testimonials.server.ts";
import { TextArea } from "../../../platform/ui/forms/field.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import { type FormOutcome, refusalOf } from "../../../platform/web/forms/form-outcome.ts";
import styles from "./own-testimonials.module.css";

export interface OwnTestimonialsProps {
  postId: string;
  /** Visitors see the ad. */
  isListed: boolean;
  testimonials: readonly OwnTestimonial[];
  outcome: FormOutcome | undefined;
}

export function OwnTestimonials({ postId, isListed, testimonials, outcome }: OwnTestimonialsProps) {
  if (testimonials.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="recebidos">
      <h2 id="recebidos">No anúncio</h2>
      <ul className={styles.list}>
        {testimonials.map((testimonial) => (
          <li key={testimonial.id}>
            <TestimonialCard
              testimonial={{ ...testimonial, resposta: shownReply(testimonial) }}
              reportAt={
                isListed && !testimonial.hiddenReason
                  ? reportPath(postId, testimonial.id)
                  : undefined
              }
            >
              {testimonial.hiddenReason ? (
                <p className="note note--earth">
                  <Icon name="eye-off" />
                  <span>
                    Nossa equipe escondeu este depoimento. O motivo: {testimonial.hiddenReason}
                  </span>
                </p>
              ) : (
                <Reply testimonial={testimonial} outcome={outcome} />
              )}
            </TestimonialCard>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The form holds the answer of those that can be answered. */
function shownReply({ resposta, hiddenReason }: OwnTestimonial): string | null {
  return hiddenReason ? resposta : null;
}

interface ReplyProps {
  testimonial: OwnTestimonial;
  outcome: FormOutcome | undefined;
}

function Reply({ testimonial: { id, nome, resposta }, outcome }: ReplyProps) {
  const refused = refusalOf(outcome, "responder", id);
  return (
    <form method="post" className={styles.reply} noValidate>
      <input type="hidden" name="intent" value="responder" />
      <input type="hidden" name="id" value={id} />
      <TextArea
        name="resposta"
        id={`resposta-${id}`}
        label={`Sua resposta a ${firstNameOf(nome)}`}
        hint={
          resposta
            ? "Está no anúncio. Mudou de ideia? Edite e salve."
            : "Aparece no anúncio, abaixo do depoimento."
        }
        rows={3}
        maxLength={maxReplyLength}
        defaultValue={refused?.typed.resposta ?? resposta ?? ""}
        error={refused?.errors.resposta ?? refused?.message}
      />
      <p>
        <button type="submit" className="btn btn--line">
          Responder
        </button>
      </p>
    </form>
  );
}
