import type { IconName } from "../../platform/ui/icon-names.ts";
import type { SectionId } from "./fields.ts";

interface CommonDefinition {
  label: string;
  section: SectionId;
  /** The error if left empty; without it, the field is optional. */
  required?: string;
  onCard?: true;
  /** Public on conditions of its own, and so not among the columns of every ad's page. */
  isWithheld?: true;
}

/**
 * A `price` is canonical BRL text ("1350" or "1350.50") above zero, a `phone` digits, a `count` from
 * `least` (0) to `limit`; a text's `limit` is in characters, and without `isLong` it is
 * one line. A `flag` in section `lazer` is an
 * amenity; `search` makes it a search filter, with a query parameter and wording.
 */
export type FieldDefinition = CommonDefinition &
  (
    | { kind: "text"; limit: number; pageLabel?: string; isLong?: true }
    | { kind: "price" | "phone" }
    | { kind: "count"; limit: number; least?: number }
    | { kind: "choice" | "choices"; options: readonly string[] }
    | { kind: "flag"; icon?: IconName; search?: { parameter: string; words: string } }
    | { kind: "photos" | "dates" | "position" }
  );
