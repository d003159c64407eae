import { refuse } from "../../../platform/web/refusal.ts";

/** The listing is missing, malformed or another advertiser's (spec §2). */
export const listingNotFound = refuse("not-found", "Erro ao carregar o post!");
