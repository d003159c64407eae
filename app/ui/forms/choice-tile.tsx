import type { ReactNode } from "react";
import { Icon } from "../icon.tsx";
import styles from "./choice-tile.module.css";

export interface ChoiceTileProps {
  type: "checkbox" | "radio";
  name: string;
  value?: string;
  defaultChecked: boolean;
  children: ReactNode;
}

export function ChoiceTile({ children, ...input }: ChoiceTileProps) {
  return (
    <label className={styles.tile}>
      <input {...input} />
      {input.type === "radio" && <span className={styles.ring} />}
      {children}
      <Icon name="check" className={styles.tick} />
    </label>
  );
}
