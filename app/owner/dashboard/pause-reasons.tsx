import { contactPath } from "../../domain/accounts/plans/plan-request.ts";
import {
  explainPause,
  type Pause,
  type PausedBy,
  pauseOf,
} from "../../domain/accounts/visibility/pause.ts";
import type { OwnListingSummary } from "../../domain/listings/listings.server.ts";
import { Icon } from "../../platform/ui/icon.tsx";
import { Link } from "../../platform/ui/link.tsx";
import { enumerate } from "../../platform/ui/words.ts";
import styles from "./pause-reasons.module.css";

interface PausedGroup {
  pause: Pause;
  titles: string[];
  /** The ad of the first title. */
  id: string;
}

/** Says above the list which ads others than their owner have paused, why, and what to do. */
export function PauseReasons({ listings }: { listings: readonly OwnListingSummary[] }) {
  const groups = listGroups(listings);
  if (groups.length === 0) return null;
  return (
    <section className={styles.reasons} aria-label="Anúncios em pausa">
      {groups.map(({ pause, titles, id }) => {
        const { pausedBy, pauseReason } = pause;
        return (
          <div key={`${pausedBy} ${pauseReason} ${titles[0]}`} className="note note--earth">
            <Icon name="pause" />
            <div>
              <p>
                <b>{`Em pausa: ${enumerate(titles.map((title) => `“${title}”`))}`}</b>
              </p>
              <p>{explainPause(pause)}</p>
            </div>
            {/* How to renew stands in the plan's card, right below. */}
            {pausedBy !== "plan" && (
              <Link className="btn btn--line" to={contactPath({ anuncio: id })}>
                Falar com a gente
              </Link>
            )}
          </div>
        );
      })}
    </section>
  );
}

/** One group for each party and reason, the urgent ones first. */
const order: PausedBy[] = ["block", "operator", "plan"];

function listGroups(listings: readonly OwnListingSummary[]): PausedGroup[] {
  const groups = new Map<string, PausedGroup>();
  for (const listing of listings) {
    const pause = pauseOf(listing);
    if (!pause || pause.pausedBy === "owner") continue;
    const key = `${pause.pausedBy} ${pause.pauseReason}`;
    const group = groups.get(key);
    if (group) group.titles.push(listing.title);
    else groups.set(key, { pause, titles: [listing.title], id: listing.id });
  }
  const rank = ({ pause }: PausedGroup) => order.indexOf(pause.pausedBy);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b));
}
