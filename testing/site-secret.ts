/** Signs the sessions of all sites of a run, which may share a prepared database. */
export const siteSecret = "x".repeat(32);
