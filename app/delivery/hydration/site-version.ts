/** Header of data responses: the version in the site's route manifest. */
export const siteVersionHeader = "X-Site-Version";
