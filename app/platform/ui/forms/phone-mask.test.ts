import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatPhone } from "./phone.ts";
import { maskPhone } from "./phone-mask.ts";

/** Types keys at the end of a field, and returns the text it then shows. */
function typed(keys: string, shown = ""): string {
  return [...keys].reduce((text, key) => maskPhone(text + key).text, shown);
}

describe("a number typed or pasted", () => {
  test.each([
    ["37998710264", "(37) 99871-0264"],
    ["3733710264", "(37) 3371-0264"],
    ["379987102645", "(37) 99871-0264"],
    ["5537998710264", "(37) 99871-0264"],
    ["+55 (37) 99871-0264", "(37) 99871-0264"],
    ["553733710264", "+55 (37) 3371-0264"],
    ["55997341187", "(55) 99734-1187"],
    ["+1 305 555 0199", "+1 305 555 0199"],
    ["0 15 37 99871-0264", "0 15 37 99871-0264"],
    ["90 37 99871-0264", "90 37 99871-0264"],
    ["ramal", ""],
  ])("%s shows %s", (keys, shown) => {
    expect(typed(keys)).toBe(shown);
    expect(maskPhone(keys).text).toBe(shown);
  });

  test("a country code in front of a number that is shown doesn't change it", () => {
    expect(typed("5", maskPhone("5(37) 99871-0264", 1).text)).toBe("(53) 79987-1026");
  });
});

describe("the caret", () => {
  /** Edits a text with a bar at the caret. */
  function after(edited: string, isForward = false): string {
    const caret = edited.indexOf("|");
    const next = maskPhone(edited.replace("|", ""), caret, isForward);
    return `${next.text.slice(0, next.caret)}|${next.text.slice(next.caret)}`;
  }

  test.each([
    ["a digit typed in the middle", "(35) 97|34-1187", false, "(35) 97|34-1187"],
    ["a ninth digit", "(35) 99|734-1187", false, "(35) 99|734-1187"],
    ["a bracket deleted backwards", "(35|99734-1187", false, "(35|) 99734-1187"],
    ["a bracket deleted forwards", "(35| 99734-1187", true, "(35) |99734-1187"],
    ["a pasted country code", "+55 (37) 99871-0264|", false, "(37) 99871-0264|"],
    ["the first digit", "3|", false, "3|"],
  ])("%s", (_edit, edited, isForward, shown) => {
    expect(after(edited, isForward)).toBe(shown);
  });

  test("stays within the text, and doesn't pass its digits", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(40), fc.boolean(), (text, at, isForward) => {
        const caret = Math.min(at, text.length);
        const next = maskPhone(text, caret, isForward);
        expect(next.caret).toBeGreaterThanOrEqual(0);
        expect(next.caret).toBeLessThanOrEqual(next.text.length);
        expect(maskPhone(next.text).text).toBe(next.text);
      }),
    );
  });
});

test("a typed number is formatted like a stored one", () => {
  const digits = fc.string({ unit: fc.constantFrom(..."123456789"), maxLength: 11 });
  fc.assert(fc.property(digits, (text) => maskPhone(text).text === formatPhone(text)));
});
