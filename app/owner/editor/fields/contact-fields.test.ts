import { expect, test } from "vitest";
import { type ContactState, phoneTyped, whatsappChosen } from "./contact-fields.tsx";

const opened: ContactState = { digits: "", isOn: false, isDecided: false };

/** Types a number digit by digit. */
function type(number: string, from = opened): ContactState {
  let state = from;
  for (let length = 1; length <= number.length; length += 1) {
    state = phoneTyped(state, number.slice(0, length));
  }
  return state;
}

test.each([
  ["a mobile number", "37998710264", true],
  ["a landline", "3733710264", false],
  ["a mobile number that lacks a digit", "3799871026", false],
  ["eleven digits that aren't a mobile number", "37337102644", false],
])("after %s, WhatsApp is as expected: %s, %s", (_, number, isOn) => {
  expect(type(number).isOn).toBe(isOn);
});

test("correcting a digit keeps WhatsApp on", () => {
  expect(phoneTyped(type("37998710264"), "3799871026").isOn).toBe(true);
});

test("the owner's choice stays, whatever is typed then", () => {
  const on = whatsappChosen(type("3733710264"), true);
  expect(type("3733710265", on).isOn).toBe(true);
});
