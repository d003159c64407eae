/** Numbers of advisory locks: a database has one set of them for everybody. */
export const lockNumbers = {
  migration: 727_001,
  purge: 727_002,
  messages: 727_004,
  alerts: 727_005,
  questions: 727_006,
  copies: 727_007,
} as const;
