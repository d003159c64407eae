import type { Db } from "../../../platform/db/client.server.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import { pageAddress } from "../../../platform/ui/shell/page-address.ts";
import { isLocation } from "../../region/locations.ts";
import { noFilters, readSearch, writeFilters } from "../filters.ts";
import type { NamedListing, Watched } from "./alert.ts";
import { findWatchedListing } from "./alerts.server.ts";

interface WatchedRequest {
  /** Null if the search has mistakes: the watched search would be a guess. */
  watched: Watched | null;
  listing: NamedListing | null;
  problems: string[];
  /** Path of the page that led here. */
  back: string;
}

/** Reads a search's own query, or `anuncio`, `entrada` and `saida`. */
export async function readWatched(
  db: Db,
  params: URLSearchParams,
  day: string,
): Promise<WatchedRequest> {
  const postId = params.get("anuncio");
  return postId === null ? readFilters(params, day) : readListing(db, postId, params, day);
}

function readFilters(params: URLSearchParams, day: string): WatchedRequest {
  const { filters, problems: found } = readSearch(params, day);
  const problems = Object.values(found);
  if (filters.localizacao !== null && !isLocation(filters.localizacao)) {
    problems.push("Não conhecemos esse lugar. Escolha um dos lugares da busca.");
  }
  const back = pageAddress("/search", writeFilters(filters));
  const watched = problems.length > 0 ? null : { filters, postId: null };
  return { watched, listing: null, problems, back };
}

async function readListing(
  db: Db,
  postId: string,
  params: URLSearchParams,
  day: string,
): Promise<WatchedRequest> {
  const listing = isUuid(postId) ? await findWatchedListing(db, postId) : null;
  if (!listing) {
    const problems = ["Este anúncio não está no ar. Procure outra casa nas mesmas datas."];
    return { watched: null, listing, problems, back: "/search" };
  }
  const dates = new URLSearchParams(
    ["entrada", "saida"].map((name) => [name, params.get(name) ?? ""]),
  );
  const { filters, problems: found } = readSearch(dates, day);
  const { stay } = filters;
  const problems = Object.values(found);
  if (problems.length === 0 && !stay) problems.push("Escolha as datas no calendário do anúncio.");
  const watched =
    stay && problems.length === 0 ? { filters: { ...noFilters, stay }, postId } : null;
  const back = pageAddress(`/posts/${postId}`, writeFilters({ ...noFilters, stay }));
  return { watched, listing, problems, back };
}
