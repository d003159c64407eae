/** Lifetimes of the links e-mailed to an account's address, as letters and pages state them. */
export const linkLifetimes = {
  passwordReset: { minutes: 60, words: "uma hora" },
  emailChange: { minutes: 24 * 60, words: "um dia" },
  emailConfirmation: { minutes: 7 * 24 * 60, words: "sete dias" },
} as const;
