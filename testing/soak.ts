const { SOAK_MINUTES, SOAK_SEED } = process.env;

/** Minutes of each kind of random request in `npm run soak`, which repeats everything more often; else null. */
export const soakMinutes = SOAK_MINUTES ? Number(SOAK_MINUTES) : null;

/** Seed of the random requests, pictures and moments. */
export const seed = Number(SOAK_SEED ?? 20_261_121);
