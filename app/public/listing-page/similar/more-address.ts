import { type Inquiry, writeInquiry } from "../../../domain/listings/inquiry.ts";
import { locationPath } from "../../../domain/region/locations.ts";
import { pageAddress } from "../../../platform/ui/shell/page-address.ts";

/** Address of all houses of a location: its page, or a search if there are dates or people to keep. */
export function moreAddress(localizacao: string, inquiry: Inquiry): string {
  if (!inquiry.stay && inquiry.people === null) return locationPath(localizacao);
  return pageAddress("/search", { localizacao, ...writeInquiry(inquiry) });
}
