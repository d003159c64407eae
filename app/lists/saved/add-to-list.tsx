import { listPath } from "../group-list.ts";

export interface AddToListProps {
  code: string;
  ids: readonly string[];
  label: string;
  children: string;
}

/** A plain form, since an ad's page has it too, and no router. */
export function AddToList({ code, ids, label, children }: AddToListProps) {
  return (
    <form method="post" action={listPath(code)}>
      <input type="hidden" name="intent" value="acrescentar" />
      {ids.map((id) => (
        <input key={id} type="hidden" name="anuncio" value={id} />
      ))}
      <button type="submit" className="btn btn--line" aria-label={label}>
        {children}
      </button>
    </form>
  );
}
