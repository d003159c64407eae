/** The hidden field of public forms that only bots fill in. */
export const trapName = "assunto";

export function isTrapped(formData: FormData): boolean {
  return Boolean(formData.get(trapName));
}
