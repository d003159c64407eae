import { fireEvent, screen } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { watchForms } from "./watch-forms.ts";

test("a form on its way says 'Aguarde...' and is sent once", () => {
  vi.useFakeTimers();
  watchForms();
  document.body.innerHTML = `<form method="post"><button type="submit">Cadastrar</button></form>`;
  const [form] = document.forms;
  if (!form) throw new Error("no form");
  expect(fireEvent.submit(form)).toBe(true);
  const button = screen.getByRole<HTMLButtonElement>("button");
  expect(button.textContent).toBe("Cadastrar");
  vi.advanceTimersByTime(200);
  expect([button.textContent, button.disabled]).toEqual(["Aguarde...", true]);
  expect(fireEvent.submit(form)).toBe(false);

  // Back shows the page as it was left.
  fireEvent(window, new Event("pagehide"));
  expect([button.textContent, button.disabled]).toEqual(["Cadastrar", false]);
  vi.useRealTimers();
});
