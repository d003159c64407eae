import { Form, Link } from "react-router";
import { formatCivilDate } from "../../../calendar/civil-date.ts";
import { countOf } from "../../../ui/words.ts";
import styles from "./draft-or-model.module.css";

export interface DraftOrModelProps {
  /** The ad that waits to be finished. */
  waiting: { draftId: string; title: string; photos: number; changedOn: string };
  model: { id: string; title: string };
}

/** Asks before an ad begun from another one takes the place of one that waits to be finished. */
export function DraftOrModel({ waiting, model }: DraftOrModelProps) {
  const { draftId, title, photos, changedOn } = waiting;
  return (
    <div className={`wrap ${styles.question}`}>
      <header>
        <h1>Você tem um anúncio começado</h1>
        <p className="soft">Só um de cada vez fica guardado. Com qual você quer seguir?</p>
      </header>
      <div className={styles.ways}>
        <section className={styles.way} aria-labelledby="rascunho">
          <h2 id="rascunho">{title || "Anúncio ainda sem título"}</h2>
          <p className="small soft">
            {`Última mudança em ${formatCivilDate(changedOn)}, ${photos === 0 ? "ainda sem fotos" : `com ${countOf(photos, "foto")}`}.`}
          </p>
          <Link className="btn" to="/posts/create">
            Continuar de onde parou
          </Link>
        </section>
        <section className={styles.way} aria-labelledby="modelo">
          <h2 id="modelo">{`Novo anúncio a partir de “${model.title}”`}</h2>
          <p className="small soft">O anúncio começado acima é descartado, com o que tem nele.</p>
          <Form method="post" action="/posts/create/rascunho">
            <input type="hidden" name="apagar" value={draftId} />
            <button type="submit" className="btn btn--line" name="modelo" value={model.id}>
              Descartar e usar o modelo
            </button>
          </Form>
        </section>
      </div>
    </div>
  );
}
