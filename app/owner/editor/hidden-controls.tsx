import type { ListingFieldset } from "./listing-fields.tsx";
import { type ControlName, shownDaysName } from "./listing-schema.ts";
import { modelNames } from "./model/model-names.ts";

export interface HiddenControlsProps {
  draftId: string;
  version: number | undefined;
  isEdit: boolean;
  fields: ListingFieldset;
}

/** What the ad's form sends beside what its advertiser sees. */
export function HiddenControls({ draftId, version, isEdit, fields }: HiddenControlsProps) {
  const kept: ControlName[] = isEdit
    ? [shownDaysName]
    : modelNames.filter((name) => fields[name].initialValue);
  return (
    <>
      <input type="hidden" name="rascunho" value={draftId} />
      {version !== undefined && <input type="hidden" name="versao" value={version} />}
      {kept.map((name) => (
        <input
          key={name}
          type="hidden"
          name={name}
          defaultValue={String(fields[name].initialValue ?? "")}
        />
      ))}
    </>
  );
}
