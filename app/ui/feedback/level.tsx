import type { ComponentProps } from "react";
import styles from "./level.module.css";

/** A `<progress>` drawn as the water level of a tank. */
export function Level(props: ComponentProps<"progress">) {
  return <progress {...props} className={styles.level} />;
}
