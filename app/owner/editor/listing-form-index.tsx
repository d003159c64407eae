import { useFormMetadata } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import type { FieldName } from "../../listings/fields.ts";
import { Level } from "../../ui/feedback/level.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./listing-form-index.module.css";
import { listingParts, type PartState, partState } from "./listing-parts.ts";

export interface ListingFormIndexProps {
  formId: string;
  hasPhotos: boolean;
  hasFailedPhotos: boolean;
}

export function ListingFormIndex({ formId, hasPhotos, hasFailedPhotos }: ListingFormIndexProps) {
  const { value, allErrors } = useFormMetadata(formId);
  const current = useCurrentPart();
  const folded = useRef<HTMLDetailsElement>(null);
  const filled = (value ?? {}) as Partial<Record<FieldName, unknown>>;
  const states = listingParts.map((part) =>
    partState(
      part,
      (name) => (name === "foto" ? hasPhotos : Boolean(filled[name])),
      (name) => Boolean(allErrors[name]?.length) || (name === "foto" && hasFailedPhotos),
    ),
  );
  const done = states.filter((state) => state === "done").length;
  const sum = `${done} de ${listingParts.length} partes prontas`;
  const fold = () => folded.current?.removeAttribute("open");
  const list = (
    <ol>
      {listingParts.map(({ id, title }, index) => (
        <PartLink
          key={id}
          id={id}
          title={title}
          state={states[index] ?? "open"}
          isCurrent={id === current}
          onFollow={fold}
        />
      ))}
    </ol>
  );
  return (
    <nav className={styles.index} aria-label="Partes do anúncio">
      <details ref={folded}>
        <summary>
          {sum}
          <Icon name="chevron-down" />
        </summary>
        {list}
      </details>
      <div className={styles.side}>
        <p className={styles.gauge}>
          <b>{sum}</b>
          <Level max={listingParts.length} value={done} aria-hidden />
        </p>
        {list}
      </div>
    </nav>
  );
}

interface PartLinkProps {
  id: string;
  title: string;
  state: PartState;
  isCurrent: boolean;
  onFollow: () => void;
}

function PartLink({ id, title, state, isCurrent, onFollow }: PartLinkProps) {
  const looks = { done: styles.done, wrong: styles.wrong, open: undefined };
  return (
    <li>
      <a
        href={`#${id}`}
        className={looks[state]}
        aria-current={isCurrent ? "step" : undefined}
        onClick={onFollow}
      >
        <span className={styles.dot}>
          {state === "done" && <Icon name="check-bold" />}
          {state === "wrong" && <Icon name="x-bold" />}
        </span>
        {title}
        {state === "done" && <span className="visually-hidden">, pronta</span>}
        {state === "wrong" && <span className="visually-hidden">, com erro</span>}
      </a>
    </li>
  );
}

/** Finds the last section whose top has passed the upper third of the window. */
function useCurrentPart(): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) setCurrent(target.id);
      },
      { rootMargin: "-30% 0px -69% 0px" },
    );
    for (const { id } of listingParts) {
      const part = document.getElementById(id);
      if (part) observer.observe(part);
    }
    return () => observer.disconnect();
  }, []);
  return current;
}
