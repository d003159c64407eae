import * as z from "zod/mini";

/** The longest e-mail address that is taken, in characters. */
export const maxEmailLength = 254;

const isComplete = /^.+@.+\..+$/s;

const rule = z.email();

/**
 * The sentence for an address that is none, or null. The rule is zod's, because better-auth applies
 * it too: an address that passed here and not there would be told as a fault of the site.
 */
export function findEmailProblem(text: string): string | null {
  if (z.safeParse(rule, text).success) return null;
  return isComplete.test(text)
    ? "Confira o e-mail: há um sinal que não cabe nele, como acento, espaço ou ponto sobrando."
    : "Confira o e-mail: falta algo nele.";
}

/** Checks a text by {@link findEmailProblem} within a schema. */
export const emailCheck = z.check<string>(({ value, issues }) => {
  const message = findEmailProblem(value);
  if (message) issues.push({ code: "custom", message, input: value });
});
