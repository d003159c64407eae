import { daysBetween } from "./day-ranges.ts";

export interface DayDrag {
  from: string;
  to: string;
  marks: boolean;
}

export function applyDrag(days: Set<string>, { from, to, marks }: DayDrag): void {
  for (const day of daysBetween(from, to)) {
    if (marks) days.add(day);
    else days.delete(day);
  }
}
