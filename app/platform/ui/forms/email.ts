import * as z from "zod/mini";

export const maxEmailLength = 254;

const isComplete = /^.+@.+\..+$/s;

const rule = z.email();

/** Uses zod's rule because better-auth does too: an address accepted only here would fail there. */
export function findEmailProblem(text: string): string | null {
  if (z.safeParse(rule, text).success) return null;
  return isComplete.test(text)
    ? "Confira o e-mail: há um caractere que não cabe nele, como acento, espaço ou ponto sobrando."
    : "Confira o e-mail: falta algo nele.";
}

export const emailCheck = z.check<string>(({ value, issues }) => {
  const message = findEmailProblem(value);
  if (message) issues.push({ code: "custom", message, input: value });
});
