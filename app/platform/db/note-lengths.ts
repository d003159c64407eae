/** Limits in characters of what owners note about stays. */
export const maxNoteLengths = { hospede: 80, sinal: 60, anotacao: 500 } as const;
