import { Icon } from "../icon.tsx";
import styles from "./marks.module.css";

interface MarkProps {
  /** Positions the mark. */
  className?: string;
}

/** Marks a listing of the Profissional plan. */
export function FeaturedFlag({ className = "" }: MarkProps) {
  return <p className={`${styles.flag} ${className}`}>Destaque</p>;
}

/** Marks a drawing that stands in for a photo. */
export function IllustrationTag({ className = "" }: MarkProps) {
  return <p className={`${styles.drawn} ${className}`}>Ilustração</p>;
}

/** A location's name behind its pin. */
export function LocationLine({ name, className = "" }: MarkProps & { name: string }) {
  return (
    <p className={`${styles.location} ${className}`}>
      <Icon name="map-pin" />
      {name}
    </p>
  );
}
