import { useFormMetadata } from "@conform-to/react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import {
  detailSections,
  type FieldName,
  fieldNames,
  listingFields,
} from "../../listings/fields.ts";
import { Icon } from "../../ui/icon.tsx";
import { countOf } from "../../ui/words.ts";
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
      isWrong={all.some((name) => allErrors[name])}
      summary={
        <>
          <b>Mais detalhes</b> (pode ficar para depois)
        </>
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

/** Says what it holds. */
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
      isWrong={names.some((name) => allErrors[name])}
      summary={
        <>
          <b>{title}</b> {count > 0 && <span className="soft small">{held}</span>}
        </>
      }
    >
      <div className={styles.fields}>{children}</div>
    </Fold>
  );
}

interface FoldProps {
  className: string | undefined;
  isWrong: boolean;
  summary: ReactNode;
  children: ReactNode;
}

/** An error opens it, and is mended without its closing. */
function Fold({ className, isWrong, summary, children }: FoldProps) {
  const element = useRef<HTMLDetailsElement>(null);
  const [isOpened] = useState(isWrong);
  useLayoutEffect(() => {
    if (isWrong && element.current) element.current.open = true;
  }, [isWrong]);
  return (
    <details className={className} open={isOpened} ref={element}>
      <summary>
        <span>{summary}</span>
        <Icon name="chevron-down" />
      </summary>
      {children}
    </details>
  );
}
