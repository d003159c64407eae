import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { LimitedText } from "./limited-text.tsx";

test("a text is counted, and too much of it isn't cut off", async () => {
  render(<LimitedText name="title" label="Título" limit={10} />);
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Título" });
  await userEvent.type(field, "Rancho ");
  const count = screen.getByText("6 de 10");
  expect(count.getAttribute("aria-live")).toBe("off");
  await userEvent.type(field, "do Lago");
  expect(field.value).toBe("Rancho do Lago");
  expect(count.textContent).toBe("14 de 10");
  expect(count.getAttribute("aria-live")).toBe("polite");
});
