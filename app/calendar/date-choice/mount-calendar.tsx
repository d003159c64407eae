import { createRoot } from "react-dom/client";
import { FormCalendar } from "./form-calendar.tsx";

/** Shows the calendar in a server-rendered `DateChoice`. */
export function mount(choice: HTMLElement): void {
  const form = choice.closest("form");
  if (!form) return;
  const place = choice.appendChild(document.createElement("div"));
  createRoot(place).render(<FormCalendar form={form} today={choice.dataset.today ?? ""} />);
}
