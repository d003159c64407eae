import type { ShownTestimonials } from "../../../domain/testimonials/list-shown.server.ts";
import {
  describeAverage,
  reportPath,
  type Testimonial,
} from "../../../domain/testimonials/testimonial.ts";
import { TestimonialCard } from "../../../domain/testimonials/testimonial-card.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import styles from "./shown-testimonials.module.css";

export interface TestimonialSectionProps {
  listing: { id: string; createdBy: string };
  shown: ShownTestimonials;
}

/** Testimonials in view at once; the others unfold. */
const maxInView = 3;

/** The section of an ad's page; nothing while there are none. */
export function TestimonialSection({ listing, shown }: TestimonialSectionProps) {
  const { list, count, average } = shown;
  if (list.length === 0) return null;
  const others = list.slice(maxInView);
  const cards = (some: readonly Testimonial[]) => (
    <ul className={styles.list}>
      {some.map((testimonial) => (
        <li key={testimonial.id}>
          <TestimonialCard
            testimonial={testimonial}
            ownerName={listing.createdBy}
            reportAt={reportPath(listing.id, testimonial.id)}
          />
        </li>
      ))}
    </ul>
  );
  const summary = describeAverage(count, average);
  return (
    <section className={styles.section} aria-labelledby="depoimentos">
      <header>
        <h2 id="depoimentos">Depoimentos</h2>
        {summary && (
          <p className={styles.average}>
            <Icon name="star-filled" />
            <b>{summary}</b>
          </p>
        )}
        <p className="small">
          <a className="link" href="/depoimentos">
            Como funcionam os depoimentos
          </a>
        </p>
      </header>
      {cards(list.slice(0, maxInView))}
      {others.length > 0 && (
        <details className={styles.others}>
          <summary>
            {others.length === 1
              ? "Ver mais um depoimento"
              : `Ver mais ${others.length} depoimentos`}
            <Icon name="chevron-down" />
          </summary>
          {cards(others)}
        </details>
      )}
    </section>
  );
}
