import { useFormMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import {
  detailSections,
  type FieldName,
  fieldNames,
  listingFields,
} from "../../domain/listings/fields.ts";
import { Fold } from "../../platform/ui/fold.tsx";
import { countOf } from "../../platform/ui/words.ts";
import styles from "./more-details.module.css";

type DetailId = keyof typeof detailSections;

const namesOf = (id: DetailId) => fieldNames.filter((name) => listingFields[name].section === id);

/** Everything that an ad can do without, in rows. Opens where something is wrong. */
export function MoreDetails({ children }: { children: ReactNode }) {
  const { allErrors } = useFormMetadata();
  const all = (Object.keys(detailSections) as DetailId[]).flatMap(namesOf);
  return (
    <Fold
      className={styles.more}
      isOpen={all.some((name) => allErrors[name])}
      summary={
        <span>
          <b>Mais detalhes</b> (pode ficar para depois)
        </span>
      }
    >
      {children}
    </Fold>
  );
}

export interface DetailRowProps {
  id: DetailId;
  /** Instead of the section's own. */
  title?: string;
  children: ReactNode;
}

/** A row whose summary counts what it holds. */
export function DetailRow({ id, title = detailSections[id], children }: DetailRowProps) {
  const { value, allErrors } = useFormMetadata();
  const names = namesOf(id);
  // A control that was sent twice has a list.
  const filled = (value ?? {}) as Partial<Record<FieldName, string | string[]>>;
  const days = [filled.datasIndisponiveis ?? []]
    .flat()
    .flatMap((text) => text.split(","))
    .filter((day) => day.trim()).length;
  const count = names.filter((name) => filled[name]).length;
  const held =
    id === "datas"
      ? `${countOf(days, "dia")} ${days === 1 ? "marcado" : "marcados"}`
      : countOf(count, "resposta");
  return (
    <Fold
      className={styles.row}
      isOpen={names.some((name) => allErrors[name])}
      summary={
        <span>
          <b>{title}</b> {count > 0 && <span className="soft small">{held}</span>}
        </span>
      }
    >
      <div className={styles.fields}>{children}</div>
    </Fold>
  );
}
