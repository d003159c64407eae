import { type Inquiry, writeInquiry } from "../../listings/inquiry.ts";
import { locationPath } from "../../region/locations.ts";
import { pageAddress } from "../../ui/shell/page-meta.ts";

/** Where all houses of a location are: its page, or a search that keeps the dates and people. */
export function moreAddress(localizacao: string, inquiry: Inquiry): string {
  if (!inquiry.stay && inquiry.people === null) return locationPath(localizacao);
  return pageAddress("/search", { localizacao, ...writeInquiry(inquiry) });
}
