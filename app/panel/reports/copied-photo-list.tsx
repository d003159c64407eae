import { Link } from "react-router";
import { Picture } from "../../photos/picture.tsx";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "../panel.module.css";
import { PanelForm } from "../panel-form.tsx";
import type { CopiedAds } from "./copied-photos.server.ts";

export interface CopiedPhotoListProps {
  copied: CopiedAds[];
  outcome: FormOutcome | undefined;
}

/** Each two ads with a photo of either side by side, the one that was sent first on the left. */
export function CopiedPhotoList({ copied, outcome }: CopiedPhotoListProps) {
  return (
    <ul className={styles.queue}>
      {copied.map(({ earlier, later, seen }) => (
        <li key={seen[0]}>
          <Icon name="copy" />
          <div className={`${styles.facts} ${styles.sides}`}>
            {[earlier, later].map(({ id, title, ownerName, photo }) => (
              <p key={id}>
                <Picture
                  photo={photo}
                  sizes="(min-width: 52rem) 16rem, 40vw"
                  range={[180, 600]}
                  alt=""
                />
                <Link className="link" to={`/operador/anuncios?q=${id}`}>
                  {title}
                </Link>
                <span className="soft">de {ownerName}</span>
              </p>
            ))}
          </div>
          <PanelForm
            intent="dispensar"
            id={`${earlier.id}_${later.id}`}
            button="Não é cópia"
            outcome={outcome}
          >
            <input type="hidden" name="vistas" value={seen.join(" ")} />
          </PanelForm>
        </li>
      ))}
    </ul>
  );
}
