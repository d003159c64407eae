/** Header of data responses: the version in the site's route manifest. */
export const siteVersionHeader = "X-Site-Version";

/** Dispatched when React Router can't load the code of the next page (`vite.config.ts`). */
export const missingModuleEvent = "missing-module";
