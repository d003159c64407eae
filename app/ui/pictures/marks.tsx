import { Icon } from "../icon.tsx";
import styles from "./marks.module.css";

interface MarkProps {
  className?: string;
}

/** The badge of the Profissional plan. */
export function FeaturedFlag({ className = "" }: MarkProps) {
  return <p className={`${styles.flag} ${className}`}>Destaque</p>;
}

/** Marks a drawing in place of a photo. */
export function IllustrationTag({ className = "" }: MarkProps) {
  return <p className={`${styles.drawn} ${className}`}>Ilustração</p>;
}

export function LocationLine({ name, className = "" }: MarkProps & { name: string }) {
  return (
    <p className={`${styles.location} ${className}`}>
      <Icon name="map-pin" />
      {name}
    </p>
  );
}
