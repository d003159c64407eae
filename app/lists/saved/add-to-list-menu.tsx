import { AddToList } from "./add-to-list.tsx";
import styles from "./add-to-list-menu.module.css";
import { useRememberedLists } from "./remembered-lists.ts";

/** Offers the lists of this browser for one ad. */
export function AddToListMenu({ id, title }: { id: string; title: string }) {
  const lists = useRememberedLists();
  return (
    <details className={styles.menu} data-menu>
      <summary className="link">Adicionar à lista…</summary>
      <div>
        {lists.map(({ code, nome }) => (
          <AddToList key={code} code={code} ids={[id]} label={`Adicionar ${title} à lista ${nome}`}>
            {nome}
          </AddToList>
        ))}
      </div>
    </details>
  );
}
