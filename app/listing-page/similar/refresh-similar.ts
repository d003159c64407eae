import { pageAddress } from "../../ui/shell/page-address.ts";
import type { TypedInquiry } from "../stay-inquiry.ts";

let latest = "";

/** Replaces 'Parecidos com este' with the ones for a visitor's dates and people, as the server has them. */
export async function refreshSimilar(id: string, inquiry: TypedInquiry): Promise<void> {
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
  const found = page.querySelector("[data-similar]");
  if (found && address === latest) {
    document.querySelector("[data-similar]")?.replaceChildren(...found.childNodes);
  }
}
