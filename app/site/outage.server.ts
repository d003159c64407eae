import { createContext } from "react-router";

/** In how many seconds one may try again what failed because the database was away. */
export const retryAfterSeconds = 5;

/** Whether a request failed because the database is away: then the answer is 503, not 500. */
export interface Outage {
  met: boolean;
}

/** What became of a request, told by where its errors are handled to where it is answered. */
export const outageContext = createContext<Outage>();
