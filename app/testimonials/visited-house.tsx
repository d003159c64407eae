import { formatStayInFull } from "../calendar/stays.ts";
import type { Photo } from "../photos/photo.ts";
import { Picture } from "../photos/picture.tsx";
import { Icon } from "../ui/icon.tsx";
import { LocationLine } from "../ui/pictures/marks.tsx";
import styles from "./visited-house.module.css";

export interface VisitedHouseProps {
  house: {
    title: string;
    localizacao: string;
    photos: readonly Photo[];
    entrada: string;
    saida: string;
  };
}

/** Reminds a guest of the house and the stay. */
export function VisitedHouse({ house }: VisitedHouseProps) {
  const { title, localizacao, photos, entrada, saida } = house;
  const [cover] = photos;
  return (
    <div className={styles.house}>
      {cover && <Picture photo={cover} sizes="8rem" range={[180, 400]} alt="" />}
      <div>
        <p>
          <b>{title}</b>
        </p>
        <LocationLine name={localizacao} />
        <p className={`${styles.dates} small soft`}>
          <Icon name="calendar-days" />
          {formatStayInFull({ checkIn: entrada, checkOut: saida })}
        </p>
      </div>
    </div>
  );
}
