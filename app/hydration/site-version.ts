/** On data answers: the version of the site's code, as in its route manifest. */
export const siteVersionHeader = "X-Site-Version";

/** React Router can't load the code of the next page (`vite.config.ts`). */
export const missingModuleEvent = "missing-module";
