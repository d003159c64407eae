import { iconBefore } from "../../platform/ui/icon-names.ts";
import { plural } from "../../platform/ui/words.ts";
import { locationReferences } from "./gazetteer.ts";
import { type Location, locationOptions, locationPath } from "./locations.ts";
import styles from "./region-choice.module.css";
import { regionChoiceId } from "./region-choice-part.tsx";
import { RegionMap } from "./region-map.tsx";

/** Ends of the lines from the dots to the labels, on a desktop and on a phone; the stylesheet places those. */
const lineEnds: Readonly<Record<Location, { large: string; small: string }>> = {
  "Escarpas do Lago": { large: "640 474", small: "624 500" },
  Capitólio: { large: "648 240", small: "668 204" },
  "Serra da Canastra": { large: "205 232", small: "190 231" },
  "São João Batista do Glória": { large: "178 438", small: "160 444" },
  "Ponta do Sol": { large: "432 352", small: "424 334" },
  Funil: { large: "224 706", small: "196 722" },
  Turvo: { large: "262 318", small: "196 334" },
  Dique: { large: "512 268", small: "468 231" },
  Guapé: { large: "664 594", small: "656 607" },
  Piumhi: { large: "650 100", small: "690 58" },
};

export interface RegionChoiceProps {
  title?: string;
  /** Public listings per location; null leaves the numbers out. */
  counts: Readonly<Partial<Record<string, number>>> | null;
  /** The location that the page is about. */
  current?: string | null;
}

/**
 * Links to the locations: on the drawing, and in a list that has those with most listings first.
 */
export function RegionChoice({
  title = "Escolha no mapa",
  counts,
  current = null,
}: RegionChoiceProps) {
  const countAt = (name: string) => counts?.[name] ?? 0;
  const isEmpty = (name: string) => (counts !== null && countAt(name) === 0) || undefined;
  const names = [...locationOptions].sort(
    (one, other) => countAt(other) - countAt(one) || one.localeCompare(other, "pt-BR"),
  );
  const currentName = locationOptions.find((name) => name === current);
  const here = currentName && locationReferences[currentName].point;
  return (
    <>
      <header>
        <h2 id={regionChoiceId}>{title}</h2>
      </header>
      <div className={styles.atlas}>
        <RegionMap
          label="Desenho da região: o Lago de Furnas, a Serra da Canastra e dez lugares"
          // The links are the names.
          names={[]}
        >
          <path className={styles.largeLine} d={drawLines("large")} />
          <path className={styles.smallLine} d={drawLines("small")} />
          <path className={styles.rims} d={dots} />
          <path className={styles.dots} d={dots} />
          {here && <circle className={styles.currentDot} cx={here.x} cy={here.y} r={10} />}
        </RegionMap>
        <ul aria-label="Lugares no desenho">
          {names.map((name) => (
            <li key={name}>
              <a href={locationPath(name)} aria-current={name === current || undefined}>
                <span data-none={isEmpty(name)}>
                  <span>{name}</span>
                  {counts && (
                    <>
                      {" "}
                      <b>{countAt(name)}</b>
                      <span className="visually-hidden"> {plural(countAt(name), "casa")}</span>
                    </>
                  )}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <ul
          className={styles.places}
          aria-label={counts ? "Lugares, do que tem mais casas ao que tem menos" : "Lugares"}
        >
          {names.map((name) => (
            <li key={name}>
              <a
                className={iconBefore("chevron-right")}
                href={locationPath(name)}
                aria-current={name === current || undefined}
                data-none={isEmpty(name)}
              >
                {name}
                {counts && (
                  <b>
                    {countAt(name)}
                    <span className="visually-hidden"> {plural(countAt(name), "casa")}</span>
                  </b>
                )}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** One path for all places takes a third of the bytes. */
function drawLines(size: "large" | "small"): string {
  return locationOptions
    .map((name) => `${moveTo(locationReferences[name].point)}L${lineEnds[name][size]}`)
    .join("");
}

/** Lines of no length, which the stylesheet draws with round ends. */
const dots = locationOptions.map((name) => `${moveTo(locationReferences[name].point)}h0`).join("");

function moveTo({ x, y }: { x: number; y: number }): string {
  return `M${x} ${y}`;
}
