import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { PriceField } from "./price-field.tsx";

function renderField() {
  render(<PriceField name="valorFds" label="Final de semana" />);
  return screen.getByRole<HTMLInputElement>("textbox", { name: "Final de semana" });
}

test("nothing rewrites a price while it is typed; leaving its field tidies it", async () => {
  const field = renderField();
  expect(field.inputMode).toBe("numeric");
  await userEvent.type(field, "1500,5");
  expect(field.value).toBe("1500,5");
  field.setSelectionRange(1, 1);
  await userEvent.keyboard("2");
  expect([field.value, field.selectionStart]).toEqual(["12500,5", 2]);
  await userEvent.tab();
  expect(field.value).toBe("12.500,50");
});

test("text that isn't an amount stays as typed", async () => {
  const field = renderField();
  await userEvent.type(field, "a combinar");
  await userEvent.tab();
  expect(field.value).toBe("a combinar");
});
