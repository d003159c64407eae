import { refuse } from "../site/refusal.ts";

/** The refusal for a listing that is missing or another advertiser's. */
export const listingNotFound = refuse("not-found", "Erro ao carregar o post!");
