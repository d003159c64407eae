import { Icon } from "../icon.tsx";
import styles from "./marks.module.css";

interface MarkProps {
  className?: string;
}

export function FeaturedFlag({ className = "" }: MarkProps) {
  return <p className={`${styles.flag} ${className}`}>Destaque</p>;
}

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
