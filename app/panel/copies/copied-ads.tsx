import { Link } from "react-router";
import { Picture } from "../../photos/picture.tsx";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { countOf } from "../../ui/words.ts";
import panelStyles from "../panel.module.css";
import { PanelForm } from "../panel-form.tsx";
import { State } from "../state.tsx";
import { formatInstant } from "../when.ts";
import styles from "./copied-ads.module.css";
import type { CopiedAd, CopiedAds, CopiedPhotos } from "./copied-ads.server.ts";
import { writeSeenPairs } from "./seen-pairs.ts";

const shownPairs = 4;

export interface CopiedAdsCaseProps {
  copied: CopiedAds;
  outcome: FormOutcome | undefined;
}

export function CopiedAdsCase({ copied, outcome }: CopiedAdsCaseProps) {
  const { older, newer, pairs } = copied;
  const hidden = pairs.length - shownPairs;
  return (
    <article className={styles.case} aria-label={`${older.title} e ${newer.title}`}>
      <div className={styles.sides}>
        <AdFacts ad={older} order="Publicado primeiro" />
        <AdFacts ad={newer} order="Publicado depois" />
      </div>
      <ul className={styles.pairs}>
        {pairs.slice(0, shownPairs).map((pair) => (
          <li key={`${pair.earlierId}_${pair.laterId}`}>
            <PhotoPair pair={pair} />
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="small soft">{`E mais ${countOf(hidden, "foto")}.`}</p>}
      <PanelForm
        intent="dispensar"
        id={`${older.id}_${newer.id}`}
        button="Não é cópia"
        outcome={outcome}
      >
        <input type="hidden" name="vistas" value={writeSeenPairs(pairs)} />
      </PanelForm>
    </article>
  );
}

function AdFacts({ ad, order }: { ad: CopiedAd; order: string }) {
  const { id, title, uid, ownerName, createdAt, isPublic } = ad;
  return (
    <section className={panelStyles.facts}>
      <p className="small soft">{order}</p>
      <h2>{title}</h2>
      <p className="soft">
        De {ownerName}, desde {formatInstant(createdAt)}
      </p>
      <State icon={isPublic ? "circle-check" : "pause"} level={isPublic ? "good" : "neutral"}>
        {isPublic ? "No ar" : "Em pausa"}
      </State>
      <p>
        {isPublic && (
          <Link className="link" to={`/posts/${id}`}>
            Abrir anúncio
          </Link>
        )}
        <Link className="link" to={`/operador/anuncios?q=${id}`}>
          Pausar ou remover
        </Link>
        <Link className="link" to={`/operador/anunciantes?q=${uid}`}>
          Ver o anunciante
        </Link>
      </p>
    </section>
  );
}

function PhotoPair({ pair }: { pair: CopiedPhotos }) {
  return (
    <figure className={styles.pair}>
      {pair.photos.map(({ photo, sentAt }) => (
        <div key={photo.id}>
          <Picture photo={photo} sizes="(min-width: 52rem) 22rem, 44vw" range={[180, 600]} alt="" />
          <p className="small soft">Enviada em {formatInstant(sentAt)}</p>
        </div>
      ))}
      <figcaption>{describeLikeness(pair)}</figcaption>
    </figure>
  );
}

function describeLikeness({ likeness, isSameFile }: CopiedPhotos): string {
  if (isSameFile) return "Idêntica: o mesmo arquivo";
  if (likeness >= 98)
    return "Quase igual: pode estar cortada, espelhada, em outra cor ou com texto";
  return "Muito parecida";
}
