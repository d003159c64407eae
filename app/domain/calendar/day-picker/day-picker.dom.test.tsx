import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { DayPicker } from "./day-picker.tsx";

test("days are chosen by tapping and by typing, which stay in step", async () => {
  const { container } = render(<DayPicker name="datasIndisponiveis" today="2026-12-10" />);
  const text = screen.getByRole<HTMLTextAreaElement>("textbox", { hidden: true });
  const day = (date: string) => container.querySelector(`[data-dia="${date}"]`);
  const pressed = () => screen.queryAllByRole("button", { pressed: true }).length;
  await userEvent.click(day("2026-12-24") as Element);
  expect([text.value, pressed()]).toEqual(["24/12/2026", 1]);
  await userEvent.clear(text);
  await userEvent.type(text, "24/12/2026 a 02/01/2027");
  expect(pressed()).toBe(10);
  expect(screen.getByRole("list", { name: "Datas marcadas" }).textContent).toContain(
    "24/12/2026 a 02/01/2027",
  );
  await userEvent.click(screen.getByRole("button", { name: /^Liberar/ }));
  expect([text.value, pressed()]).toEqual(["", 0]);
  const back = screen.getByRole("button", { name: "Meses anteriores" });
  await userEvent.click(screen.getByRole("button", { name: "Próximos meses" }));
  expect(back.getAttribute("aria-disabled")).toBe("false");
  for (const _ of ["to December", "nowhere"]) await userEvent.click(back);
  expect([document.activeElement, day("2026-12-24") === null]).toEqual([back, false]);
});
