import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test } from "vitest";
import { watchControls } from "../watch-controls.ts";
import { PhoneField } from "./phone-field.tsx";

beforeAll(watchControls);

function renderField() {
  render(<PhoneField name="telefone" label="Telefone" />);
  return screen.getByRole<HTMLInputElement>("textbox", { name: "Telefone" });
}

test("a number is pasted in parts and edited in the middle", async () => {
  const field = renderField();
  await userEvent.click(field);
  await userEvent.paste("+55 35");
  await userEvent.paste(" 9987");
  await userEvent.keyboard("65499{Backspace}{Backspace}32");
  expect(field.value).toBe("(35) 99876-5432");
  field.setSelectionRange(5, 5);
  await userEvent.keyboard("{Delete}");
  expect(field.value).toBe("(35) 9876-5432");
  await userEvent.keyboard("9");
  expect(field.value).toBe("(35) 99876-5432");
});

test("digits that a keyboard is composing are left alone until it is done", () => {
  const field = renderField();
  fireEvent.compositionStart(field);
  fireEvent.input(field, { target: { value: "359987" }, isComposing: true });
  expect(field.value).toBe("359987");
  fireEvent.compositionEnd(field);
  expect(field.value).toBe("(35) 9987");
});
