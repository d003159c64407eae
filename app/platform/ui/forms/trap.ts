/** The hidden field of public forms that bots fill in, and now and then a password manager. */
export const trapName = "assunto";

/** The choice that people are then asked to make. */
export const personName = "pessoa";

export const trappedMessage =
  "Um campo escondido veio preenchido, como fazem robôs e alguns gerenciadores de senhas. Toque em “Sou uma pessoa” e envie de novo.";

export function isTrapped(formData: FormData): boolean {
  return Boolean(formData.get(trapName)) && !formData.get(personName);
}
