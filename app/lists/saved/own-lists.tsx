import { Link } from "../../ui/link.tsx";
import { listPath } from "../group-list.ts";
import { AddToList } from "./add-to-list.tsx";
import type { RememberedList } from "./remembered-lists.ts";
import styles from "./saved-page.module.css";

export interface OwnListsProps {
  lists: readonly RememberedList[];
  /** Listings that can be added to a list. */
  ids?: readonly string[];
}

/** The lists this browser opened before. */
export function OwnLists({ lists, ids = [] }: OwnListsProps) {
  if (lists.length === 0) return null;
  return (
    <section className={styles.lists} aria-labelledby="listas">
      <h2 id="listas">Listas do grupo</h2>
      <ul>
        {lists.map(({ code, nome }) => (
          <li key={code}>
            <Link className="link" to={listPath(code)}>
              {nome}
            </Link>
            {ids.length > 0 && (
              <AddToList
                code={code}
                ids={ids}
                label={`Adicionar os guardados a esta lista: ${nome}`}
              >
                Adicionar os guardados a esta lista
              </AddToList>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
