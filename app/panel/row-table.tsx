import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "../ui/icon.tsx";
import styles from "./row-table.module.css";

export interface RowTableProps {
  caption: string;
  heads: string[];
  children: ReactNode;
}

/** Opens rows below themselves, one at a time. On phones a row becomes a paragraph. */
export function RowTable({ caption, heads, children }: RowTableProps) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">Abrir</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

export interface TableRowProps {
  id: string;
  name: string;
  detail: ReactNode;
  cells: ReactNode;
  cellCount: number;
  to: string;
  children?: ReactNode;
}

export function TableRow({ id, name, detail, cells, cellCount, to, children }: TableRowProps) {
  const isOpen = Boolean(children);
  return (
    <>
      <tr id={id} className={isOpen ? styles.open : undefined}>
        <th scope="row">
          {name}
          <small>{detail}</small>
        </th>
        {cells}
        <td>
          <Link
            className="icon-button"
            to={to}
            aria-label={`${isOpen ? "Fechar" : "Abrir"} ${name}`}
            aria-expanded={isOpen}
            preventScrollReset
          >
            <Icon name={isOpen ? "x" : "pencil"} />
          </Link>
        </td>
      </tr>
      {isOpen && (
        <tr className={styles.editor}>
          <td colSpan={cellCount + 2}>
            <div className={styles.parts}>{children}</div>
          </td>
        </tr>
      )}
    </>
  );
}

export function WidePart({ children }: { children: ReactNode }) {
  return <div className={styles.wide}>{children}</div>;
}
