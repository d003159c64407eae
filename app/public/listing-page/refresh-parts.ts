import { pageAddress } from "../../platform/ui/shell/page-address.ts";
import type { TypedInquiry } from "./stay-inquiry.ts";

let latest = "";

/** Replaces what names or shows a visitor's dates and people outside the island, as the server renders it. */
export async function refreshParts(id: string, inquiry: TypedInquiry): Promise<void> {
  const isDated = inquiry.entrada !== "" && inquiry.saida !== "";
  const address = pageAddress(`/posts/${id}`, {
    entrada: isDated ? inquiry.entrada : null,
    saida: isDated ? inquiry.saida : null,
    pessoas: inquiry.pessoas || null,
  });
  if (address === latest) return;
  latest = address;
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) {
    // The next choice tries again, even of the same dates.
    if (address === latest) latest = "";
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page.querySelectorAll("[data-asked]");
  if (address !== latest) return;
  for (const [nth, part] of document.querySelectorAll("[data-asked]").entries()) {
    part.replaceChildren(...(found[nth]?.childNodes ?? []));
  }
}
