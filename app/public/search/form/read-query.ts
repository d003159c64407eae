import { noFilters } from "../../../domain/search/filters.ts";

/** Reads the search form. Keeps empty values only for the parameters named in spec §2. */
export function readQuery(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const isSent = value !== "" || name === "q" || name === "localizacao";
    if (typeof value === "string" && isSent) query.append(name, value);
  }
  if (query.get("ordem") === noFilters.ordem) query.delete("ordem");
  return query;
}
