import type { ComponentProps } from "react";
import styles from "./level.module.css";

export function Level(props: ComponentProps<"progress">) {
  return <progress {...props} className={styles.level} />;
}
