import { isMobile } from "../../../platform/ui/forms/phone.ts";

export interface ContactState {
  digits: string;
  isOn: boolean;
  /** The owner has switched WhatsApp on or off, which typing a number no longer changes. */
  isDecided: boolean;
}

/** A complete number of a landline, which no mobile number passes through while it is typed. */
const landline = /^\d\d[2-5]\d{7}$/;

export function phoneTyped(before: ContactState, digits: string): ContactState {
  const isOn = before.isDecided
    ? before.isOn
    : isMobile(digits) || (before.isOn && !landline.test(digits));
  return { ...before, digits, isOn };
}

export function whatsappChosen(before: ContactState, isOn: boolean): ContactState {
  return { ...before, isOn, isDecided: true };
}
