import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icon-names.ts";
import styles from "./panel.module.css";

export type StateLevel = "neutral" | "good" | "warn" | "bad";

const levels: Record<StateLevel, string> = {
  neutral: styles.state ?? "",
  good: `${styles.state} ${styles.good}`,
  warn: `${styles.state} ${styles.warn}`,
  bad: `${styles.state} ${styles.bad}`,
};

export interface StateProps {
  icon: IconName;
  level: StateLevel;
  children: ReactNode;
}

export function State({ icon, level, children }: StateProps) {
  return (
    <span className={levels[level]}>
      <Icon name={icon} />
      {children}
    </span>
  );
}
