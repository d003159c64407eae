/** The hidden field of public forms that bots fill in, and now and then a password manager. */
export const trapName = "assunto";

/** The box that people are then asked to tick. */
export const personName = "pessoa";

export const trappedMessage =
  "Um campo escondido veio preenchido, como fazem robôs e alguns gerenciadores de senhas. Marque a caixa e envie de novo.";

export function isTrapped(formData: FormData): boolean {
  return Boolean(formData.get(trapName)) && !formData.get(personName);
}
