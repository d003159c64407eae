import type { ColumnValues } from "../../domain/listings/fields.ts";
import type { Photo } from "../../domain/photos/photo.ts";
import { Picture } from "../../domain/photos/picture.tsx";
import { atLocation } from "../../domain/region/locations.ts";
import { formatPhone } from "../../platform/ui/forms/phone.ts";
import { Icon } from "../../platform/ui/icon.tsx";
import type { QrDrawing } from "../../platform/ui/pictures/draw-qr-code.ts";
import { QrCode } from "../../platform/ui/pictures/qr-code.tsx";
import { capitalize, countOf } from "../../platform/ui/words.ts";
import styles from "./poster.module.css";

export interface PosterProps {
  listing: Pick<
    ColumnValues,
    | "title"
    | "localizacao"
    | "telefone"
    | "whatsapp"
    | "nomeContato"
    | "lazer"
    | "quantidadeMaximaPessoas"
    | "QuantidadeTotalQuartos"
  > & { photo: Photo | null };
  /** The ad's address, which the code holds; nobody types it from a wall. */
  address: string;
  code: QrDrawing;
}

/** An A4 sheet, black on white in any scheme. It has no prices, which change while it hangs. */
export function Poster({ listing, address, code }: PosterProps) {
  const { title, localizacao, telefone, whatsapp, nomeContato, photo } = listing;
  return (
    <article
      className={`${styles.sheet} ${photo ? "" : styles.bare}`}
      aria-label="Prévia do cartaz"
    >
      {photo && (
        <div className={styles.photo}>
          <Picture photo={photo} sizes="(min-width: 52rem) 48rem, 100vw" soon alt="" />
        </div>
      )}
      <div className={styles.words}>
        <p className={styles.place}>Para alugar {atLocation(localizacao)}</p>
        <h2 className={[...title].length > longTitle ? styles.long : undefined}>{title}</h2>
        <p className={styles.facts}>{capitalize(listFacts(listing).join(" · "))}</p>
      </div>
      <div className={styles.contact}>
        <div className={styles.code}>
          <QrCode drawing={code} label={`Código QR de ${address}`} />
        </div>
        <div className={styles.ways}>
          <p className={styles.aim}>Aponte a câmera do celular</p>
          <p className={styles.found}>Fotos, datas livres e preços de hoje no Mar de Minas</p>
          <p className={styles.host}>{new URL(address).host}</p>
        </div>
        <div className={styles.talk}>
          {nomeContato && <p className={styles.name}>Falar com {nomeContato}</p>}
          <p className={styles.number}>
            <Icon name={whatsapp ? "whatsapp" : "phone"} />
            {formatPhone(telefone)}
          </p>
        </div>
      </div>
    </article>
  );
}

/** Titles with more characters are set smaller. */
const longTitle = 48;

function listFacts({
  quantidadeMaximaPessoas,
  QuantidadeTotalQuartos,
  lazer,
}: PosterProps["listing"]): string[] {
  return [
    ...(quantidadeMaximaPessoas ? [`até ${countOf(quantidadeMaximaPessoas, "pessoa")}`] : []),
    ...(QuantidadeTotalQuartos ? [countOf(QuantidadeTotalQuartos, "quarto")] : []),
    ...lazer.map((name) => name.toLowerCase()),
  ];
}
