/** Limits in characters of what owners note about stays, for the form and the table. */
export const maxNoteLengths = { hospede: 80, sinal: 60, anotacao: 500 } as const;
