import type { ReactNode } from "react";
import { Icon } from "../icon.tsx";
import styles from "./error-line.module.css";

export interface ErrorLineProps {
  id?: string;
  role?: "alert";
  className?: string;
  children: ReactNode;
}

export function ErrorLine({ id, role, className = "", children }: ErrorLineProps) {
  return (
    <p className={`${styles.error} ${className}`} id={id} role={role}>
      <Icon name="circle-exclamation-point" />
      <span>{children}</span>
    </p>
  );
}
