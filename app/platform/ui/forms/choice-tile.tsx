import type { ComponentProps, ReactNode } from "react";
import { iconBefore } from "../icon-names.ts";
import styles from "./choice-tile.module.css";

export type ChoiceTileProps = ComponentProps<"input"> & {
  type: "checkbox" | "radio";
  name: string;
  children: ReactNode;
} & ({ defaultChecked: boolean } | { checked: boolean });

export function ChoiceTile({ children, ...input }: ChoiceTileProps) {
  return (
    <label className={styles.tile}>
      <input {...input} />
      {input.type === "radio" && <span className={styles.ring} />}
      {children}
      <span className={`${iconBefore("check-heavy")} ${styles.tick}`} />
    </label>
  );
}
