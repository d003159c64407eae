import { Form } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import {
  adviseOn,
  describeNights,
  describeSources,
  writeDoubleBooking,
} from "./double-booking-words.ts";
import type { DoubleBooking } from "./double-bookings.ts";
import { nightsIn } from "./feed-stays.ts";
import styles from "./stays.module.css";

/** Nights that are taken twice, and what their owner can say or do about them. */
export function DoubleBookingList({ bookings }: { bookings: readonly DoubleBooking[] }) {
  if (bookings.length === 0) return null;
  return (
    <section className={styles.twice} aria-labelledby="repetidas" data-repetidas={bookings.length}>
      <h2 id="repetidas">
        <Icon name="circle-exclamation-point" />
        Duas reservas nas mesmas noites?
      </h2>
      <ul>
        {bookings.map((booking) => {
          const key = writeDoubleBooking(booking);
          return (
            <li key={key}>
              <p>
                <b>{describeNights(booking)}</b>: {describeSources(booking)}.
              </p>
              <p className="small">{adviseOn(booking)}</p>
              <div className={styles.answers}>
                <Form method="post" action="?" preventScrollReset>
                  <input type="hidden" name="intent" value="mesma-reserva" />
                  <button type="submit" name="noites" value={key} className="btn btn--line">
                    É a mesma reserva
                  </button>
                </Form>
                {booking.oneId === null && (
                  <Form method="post" action="?" preventScrollReset>
                    <input type="hidden" name="intent" value="noites" />
                    <button
                      type="submit"
                      name="liberar"
                      value={nightsIn([booking]).join(",")}
                      className="btn btn--line"
                    >
                      Desmarcar aqui
                    </button>
                  </Form>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
