import { iconBefore } from "../icon-names.ts";
import styles from "./marks.module.css";

interface MarkProps {
  className?: string | undefined;
}

/** A pennant on a photo. */
export function Flag({ className = "", children }: MarkProps & { children: string }) {
  return <p className={`${styles.flag} ${className}`.trimEnd()}>{children}</p>;
}

export function FeaturedFlag({ className }: MarkProps) {
  return <Flag className={className}>Destaque</Flag>;
}

export function IllustrationTag({ className = "" }: MarkProps) {
  return <p className={`${styles.drawn} ${className}`.trimEnd()}>Ilustração</p>;
}

export function LocationLine({ name, className = "" }: MarkProps & { name: string }) {
  return (
    <p className={`${iconBefore("map-pin")} ${styles.location} ${className}`.trimEnd()}>{name}</p>
  );
}
