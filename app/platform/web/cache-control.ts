/** Header for addresses whose content never changes. */
export const forever = "public, max-age=31536000, immutable";
export const aDay = "public, max-age=86400";
export const anHour = "public, max-age=3600";
