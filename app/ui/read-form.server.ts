import { data } from "react-router";

/** Entries a form has at most: the largest of the site has some forty. */
const mostEntries = 200;

/** Characters all texts of a form have together at most: the largest of the site fits six times. */
const mostCharacters = 500_000;

/**
 * Reads the form of a request. One that is none, breaks off or is larger than any of the site's is
 * refused: the page then says so in a sentence, with a status of 4xx.
 */
export async function readForm(request: Request): Promise<FormData> {
  const formData = await request.formData().catch(() => {
    throw refuse(400, "O formulário chegou incompleto ou num formato que não entendemos.");
  });
  let entries = 0;
  let characters = 0;
  for (const [name, value] of formData) {
    entries += 1;
    characters += name.length + (typeof value === "string" ? value : value.name).length;
  }
  if (entries > mostEntries) throw refuse(413, "O formulário tem campos demais.");
  if (characters > mostCharacters) throw refuse(413, "O formulário tem texto demais.");
  return formData;
}

function refuse(status: 400 | 413, sentence: string) {
  return data(sentence, { status });
}
