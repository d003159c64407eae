import { Form } from "react-router";
import { formatStayInFull } from "../../calendar/stays.ts";
import styles from "../feeds.module.css";
import type { FeedStay } from "./feed-stays.ts";

/** What the owner freed of a feed, and how to take it back. */
export function FreedStays({ stays }: { stays: readonly FeedStay[] }) {
  return stays.map(({ feedId, from, to }) => (
    <Form key={from} method="post" action="?#calendarios" preventScrollReset>
      <input type="hidden" name="intent" value="voltar-a-ocupar" />
      <input type="hidden" name="calendario" value={feedId} />
      <input type="hidden" name="de" value={from} />
      <input type="hidden" name="ate" value={to} />
      <span className="small soft">
        Liberado por você: {formatStayInFull({ checkIn: from, checkOut: to })}.{" "}
      </span>
      <button type="submit" className={styles.quiet}>
        Voltar a ocupar
      </button>
    </Form>
  ));
}
