import type { ReactNode } from "react";
import { Cover } from "../../platform/ui/pictures/illustration.tsx";
import styles from "./hero.module.css";

/** The cover fills a given height, so on phones it is wider than the page. */
const coverSizes = "(min-width: 60rem) max(100vw, 1500px), 1460px";

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
