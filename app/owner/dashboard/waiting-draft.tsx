import { formatCivilDate } from "../../domain/calendar/civil-date.ts";
import { draftDays } from "../../domain/listings/drafts/draft-days.ts";
import type { WaitingDraft } from "../../domain/listings/drafts/listing-drafts.server.ts";
import { Picture } from "../../domain/photos/picture.tsx";
import { Icon } from "../../platform/ui/icon.tsx";
import { Link } from "../../platform/ui/link.tsx";
import { countOf } from "../../platform/ui/words.ts";
import styles from "./waiting-draft.module.css";

/** The new ad that waits to be finished. */
export function WaitingDraftCard({ draft }: { draft: WaitingDraft }) {
  const { title, cover, photos, changedOn } = draft;
  return (
    <section className={styles.draft} aria-labelledby="rascunho">
      <div className={styles.picture}>
        {cover ? (
          <Picture photo={cover} sizes="6.5rem" range={[180, 400]} alt="" />
        ) : (
          <p className={styles.blank}>
            <Icon name="image-off" />
            Sem foto
          </p>
        )}
      </div>
      <div className={styles.words}>
        <h2 id="rascunho">{title || "Anúncio ainda sem título"}</h2>
        <p className="small soft">
          {`Última mudança em ${formatCivilDate(changedOn)}, ${countPhotos(photos)}. `}
          {`Só você vê; fica guardado por ${draftDays} dias.`}
        </p>
      </div>
      <Link className="btn" to="/posts/create">
        Continuar de onde parou
      </Link>
    </section>
  );
}

function countPhotos(photos: number): string {
  if (photos === 0) return "ainda sem fotos";
  return `com ${countOf(photos, "foto")}`;
}
