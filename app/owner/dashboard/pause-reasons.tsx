import { Link } from "react-router";
import { contactPath } from "../../accounts/plans/plan-request.ts";
import type { OwnListingSummary } from "../../listings/listings.server.ts";
import { Icon } from "../../ui/icon.tsx";
import { enumerate } from "../../ui/words.ts";
import { explainPause, type Pause, type PausedBy, pauseOf } from "../../visibility/pause.ts";
import styles from "./pause-reasons.module.css";

interface PausedGroup {
  pause: Pause;
  titles: string[];
  /** The ad of the first title. */
  id: string;
}

/** Says above the list which ads visitors don't see, who paused them, why, and what to do. */
export function PauseReasons({ listings }: { listings: readonly OwnListingSummary[] }) {
  const groups = listGroups(listings);
  if (groups.length === 0) return null;
  return (
    <section className={styles.reasons} aria-label="Anúncios em pausa">
      {groups.map(({ pause, titles, id }) => {
        const { pausedBy, pauseReason } = pause;
        const isOwn = pausedBy === "owner";
        return (
          <div
            key={`${pausedBy} ${pauseReason} ${titles[0]}`}
            className={`note ${isOwn ? "" : "note--earth"}`}
          >
            <Icon name="pause" />
            <div>
              <p>
                <b>{`Em pausa: ${enumerate(titles.map((title) => `“${title}”`))}`}</b>
              </p>
              <p>{isOwn ? explainOwn(titles.length) : explainPause(pause)}</p>
            </div>
            {/* How to renew stands in the plan's card, right below. */}
            {!isOwn && pausedBy !== "plan" && (
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

function explainOwn(count: number): string {
  return count === 1
    ? "Você pausou, e visitantes não o veem. Para voltar, toque em “Voltar a mostrar”, no anúncio."
    : "Você pausou, e visitantes não os veem. Para voltar, toque em “Voltar a mostrar”, em cada um.";
}

/** One group for each party and reason, the urgent ones first. */
const order: PausedBy[] = ["block", "operator", "plan", "owner"];

function listGroups(listings: readonly OwnListingSummary[]): PausedGroup[] {
  const groups = new Map<string, PausedGroup>();
  for (const listing of listings) {
    const pause = pauseOf(listing);
    if (!pause) continue;
    const key = `${pause.pausedBy} ${pause.pauseReason}`;
    const group = groups.get(key);
    if (group) group.titles.push(listing.title);
    else groups.set(key, { pause, titles: [listing.title], id: listing.id });
  }
  const rank = ({ pause }: PausedGroup) => order.indexOf(pause.pausedBy);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b));
}
