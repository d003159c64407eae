import { Link } from "react-router";
import { describeNights, describeSources } from "../../feeds/stays/double-booking-words.ts";
import type { DoubleBooking } from "../../feeds/stays/double-bookings.ts";
import { Icon } from "../../ui/icon.tsx";
import { countOf } from "../../ui/words.ts";

export interface TwiceTakenProps {
  listings: readonly { id: string; title: string }[];
  /** What is taken twice, by listing id. */
  twice: Readonly<Record<string, readonly DoubleBooking[]>>;
}

/** Warns of nights that two guests may have been promised. */
export function TwiceTaken({ listings, twice }: TwiceTakenProps) {
  return listings.map(({ id, title }) => {
    const [first, ...others] = twice[id] ?? [];
    if (!first) return null;
    return (
      <p key={id} className="note note--earth" role="alert" data-repetidas={others.length + 1}>
        <Icon name="circle-exclamation-point" />
        <span>
          <b>Duas reservas nas mesmas noites? {title}.</b> {describeNights(first)}:{" "}
          {describeSources(first)}.{" "}
          {others.length > 0 && `E mais ${countOf(others.length, "caso")}. `}
          <Link className="link" to={`/posts/${id}/calendario`}>
            Conferir no calendário
          </Link>
        </span>
      </p>
    );
  });
}
