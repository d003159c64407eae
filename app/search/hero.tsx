import type { ReactNode } from "react";
import { Cover } from "../ui/pictures/illustration.tsx";
import styles from "./hero.module.css";

/**
 * How wide the cover is on the page: it fills a height, so on phones it is wider than the page.
 * The drawing is light, a large one costs 50 kB.
 */
const coverSizes = "(min-width: 60rem) max(100vw, 1500px), 1460px";

/** The home's opening: the lake, the one sentence, and the search in its water. */
export function Hero({ children }: { children: ReactNode }) {
  return (
    <div className={styles.hero} data-opens-with-picture>
      <Cover sizes={coverSizes} />
      <div className={`${styles.words} wrap`}>
        <h1>Minas tem mar, sim.</h1>
        <p>
          Ranchos e casas no Lago de Furnas, em Capitólio e na Serra da Canastra. Você fala direto
          com o dono.
        </p>
      </div>
      {children}
    </div>
  );
}
