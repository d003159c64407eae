import { daysBetween } from "./day-ranges.ts";

/** Days swept by the pointer, to be marked or freed when it is lifted. */
export interface DayDrag {
  from: string;
  to: string;
  /** Marks the days; otherwise frees them. */
  marks: boolean;
}

/** Marks or frees the swept days in a set of civil dates. */
export function applyDrag(days: Set<string>, { from, to, marks }: DayDrag): void {
  for (const day of daysBetween(from, to)) {
    if (marks) days.add(day);
    else days.delete(day);
  }
}
