let isOpened = false;

/**
 * Loads React for the calendar of a page without it. Not part of the entry, which would have to name all
 * files that this needs.
 */
export async function openCalendar(choice: HTMLElement): Promise<void> {
  if (isOpened) return;
  isOpened = true;
  const { mount } = await import("./mount-calendar.tsx");
  mount(choice);
}
