/** How long links sent to an account's address are valid, in letters and pages alike. */
export const linkLifetimes = {
  passwordReset: { minutes: 60, words: "uma hora" },
  emailChange: { minutes: 24 * 60, words: "um dia" },
  emailConfirmation: { minutes: 7 * 24 * 60, words: "sete dias" },
} as const;
