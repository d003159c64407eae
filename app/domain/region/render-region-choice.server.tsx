import { cacheMarkup } from "../../platform/web/pages/cached-markup.server.ts";
import { RegionChoice } from "./region-choice.tsx";

/** Its props seldom change, and rendering it takes as long as several cards. */
export const renderRegionChoice = cacheMarkup(RegionChoice, 20);
