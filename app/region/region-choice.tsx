import { iconBefore } from "../ui/icon.tsx";
import { slugOf } from "../ui/slug.ts";
import { plural } from "../ui/words.ts";
import { locationReferences } from "./gazetteer.ts";
import { type Location, locationOptions, locationPath } from "./locations.ts";
import styles from "./region-choice.module.css";
import { regionChoiceId } from "./region-choice-part.tsx";
import { aboutScale, RegionMap } from "./region-map.tsx";

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
  return (
    <>
      <header>
        <h2 id={regionChoiceId}>{title}</h2>
        <p className="soft">Toque num lugar para ver as casas dali.</p>
      </header>
      <div className={styles.atlas}>
        <RegionMap
          label="Desenho da região: o Lago de Furnas, a Serra da Canastra e dez lugares"
          // The links are the names.
          names={[]}
        >
          {names.map((name) => (
            <Dot key={name} name={name} isCurrent={name === current} />
          ))}
        </RegionMap>
        <ul aria-label="Lugares no desenho">
          {names.map((name) => (
            <li key={name} data-place={slugOf(name)}>
              <a href={locationPath(name)} aria-current={name === current || undefined}>
                <span className={styles.spot} data-none={isEmpty(name)}>
                  <span>{name}</span>
                  {counts && <LabelCount count={countAt(name)} />}
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
                <span>
                  {name}
                  <small>
                    {isEmpty(name) ? "Ainda sem anúncio" : locationReferences[name].about}
                  </small>
                </span>
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
        <p className="small soft">
          {aboutScale}
          {counts && " Os números são de anúncios no ar hoje."}
        </p>
      </div>
    </>
  );
}

function Dot({ name, isCurrent }: { name: Location; isCurrent: boolean }) {
  const { x, y } = locationReferences[name].point;
  const { large, small } = lineEnds[name];
  return (
    <>
      <path className={styles.largeLine} d={`M${x} ${y}L${large}`} />
      <path className={styles.smallLine} d={`M${x} ${y}L${small}`} />
      <circle
        className={isCurrent ? styles.currentDot : styles.dot}
        cx={x}
        cy={y}
        r={isCurrent ? 10 : 7}
      />
    </>
  );
}

function LabelCount({ count }: { count: number }) {
  return (
    <>
      {" "}
      <b>{count}</b>
      <span className="visually-hidden"> {plural(count, "casa")}</span>
    </>
  );
}
