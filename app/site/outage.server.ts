/** Clients may retry this many seconds after a request failed because the database was away. */
export const retryAfterSeconds = 5;
