import { DayPicker, type DayPickerProps } from "../../../domain/calendar/day-picker/day-picker.tsx";
import { TextArea } from "../../../platform/ui/forms/field.tsx";

export interface DateFieldsProps extends Omit<DayPickerProps, "label"> {
  label: string;
  /** Id of the ad that is edited, which has a calendar of its own. */
  listingId: string | undefined;
}

export function DateFields({ listingId, today, ...field }: DateFieldsProps) {
  if (!listingId) {
    return (
      <>
        <p className="soft">Toque nos dias já ocupados, ou arraste de um dia a outro.</p>
        <DayPicker {...field} today={today} />
      </>
    );
  }
  return (
    <>
      <a className="link" href={`/posts/${listingId}/calendario`}>
        Abrir o Calendário
      </a>
      <TextArea {...field} rows={2} />
    </>
  );
}
