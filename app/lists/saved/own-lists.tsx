import { Link } from "../../ui/link.tsx";
import { listPath } from "../group-list.ts";
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
    <section className={styles.lists} aria-label="Listas já compartilhadas">
      <ul>
        {lists.map(({ code, nome }) => (
          <li key={code}>
            <Link className="link" to={listPath(code)}>
              {nome}
            </Link>
            {ids.length > 0 && (
              <form method="post" action={listPath(code)}>
                <input type="hidden" name="intent" value="acrescentar" />
                {ids.map((id) => (
                  <input key={id} type="hidden" name="anuncio" value={id} />
                ))}
                <button
                  type="submit"
                  className="btn btn--line"
                  aria-label={`Adicionar as guardadas à lista ${nome}`}
                >
                  Adicionar
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
