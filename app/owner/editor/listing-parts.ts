import {
  type FieldName,
  fieldNames,
  formSections,
  listingFields,
  type SectionId,
} from "../../listings/fields.ts";

export interface ListingPart {
  id: SectionId;
  title: string;
  fields: readonly FieldName[];
}

export const listingParts: readonly ListingPart[] = (Object.keys(formSections) as SectionId[]).map(
  (id) => ({
    id,
    title: formSections[id],
    fields: fieldNames.filter((name) => listingFields[name].section === id),
  }),
);

export type PartState = "done" | "wrong" | "open";

/** Done when all required fields are filled in or, if it has none, any field. */
export function partState(
  part: ListingPart,
  isFilled: (name: FieldName) => boolean,
  isWrong: (name: FieldName) => boolean,
): PartState {
  if (part.fields.some(isWrong)) return "wrong";
  const required = part.fields.filter((name) => "required" in listingFields[name]);
  const isDone = required.length > 0 ? required.every(isFilled) : part.fields.some(isFilled);
  return isDone ? "done" : "open";
}
