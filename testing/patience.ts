/** Use it where the duration doesn't matter: on a busy machine anything may take seconds. */
export const patience = { timeout: 15_000, interval: 20 };
