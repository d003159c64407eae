import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MaskedInput } from "../../../testing/masked-input.ts";
import { formatPhone } from "./phone.ts";
import { nationalDigits } from "./phone-mask.ts";

function field(text = ""): MaskedInput {
  return new MaskedInput(text);
}

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: length, maxLength: length });
const areaCode = fc.oneof(fc.constantFrom("35", "37", "55"), fc.integer({ min: 11, max: 99 }));
/** National numbers: ten digits of a landline or eleven of a mobile phone. */
const number = fc
  .tuple(areaCode, fc.oneof(digits(8), digits(9)))
  .map(([area, subscriber]) => `${area}${subscriber}`);
const prefix = fc.constantFrom("", "0", "55", "+55", "+55 ", "0055", "550", "+55 0");

describe("nationalDigits", () => {
  test.each([
    ["(35) 99734-1187", "35997341187"],
    ["+55 35 99734-1187", "35997341187"],
    ["5535997341187", "35997341187"],
    ["553733731234", "3733731234"],
    ["035 99734-1187", "35997341187"],
    ["+55 (0) 35 99734-1187", "35997341187"],
    ["0055 35 99734-1187", "35997341187"],
    ["(37) 3373-1234", "3733731234"],
    ["55 99734-1187", "55997341187"],
    ["+55 55 99734-1187", "55997341187"],
    ["+55 35 9973411", "359973411"],
    ["", ""],
  ])("%s", (text, expected) => {
    expect(nationalDigits(text)).toBe(expected);
  });
});

describe("entering a number", () => {
  test.each([
    ["5535998765432", "(35) 99876-5432"],
    ["+5535998765432", "(35) 99876-5432"],
    ["035998765432", "(35) 99876-5432"],
    ["+55 0 35 99876-5432", "(35) 99876-5432"],
    ["553533731234", "(35) 3373-1234"],
    ["55997341187", "(55) 99734-1187"],
    ["5555997341187", "(55) 99734-1187"],
    ["359987654321", "(35) 99876-5432"],
    ["+", "+"],
    ["+55", "+55"],
    ["+5535", "35"],
    ["ramal", ""],
  ])("%s shows %s, typed and pasted", (entered, shown) => {
    expect(field().type(entered).text).toBe(shown);
    expect(field().paste(entered).text).toBe(shown);
  });

  test("any number, with any prefix, typed or pasted in any parts, ends up the same", () => {
    const parts = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(number, prefix, parts, fc.boolean(), (national, before, sizes, isMasked) => {
        const whole = before + (isMasked ? formatPhone(national) : national);
        const input = field();
        for (let start = 0, part = 0; start < whole.length; part += 1) {
          const size = sizes[part % sizes.length] ?? 1;
          input.paste(whole.slice(start, start + size));
          start += size;
        }
        expect(input.text).toBe(formatPhone(national));
        expect(nationalDigits(input.text)).toBe(national);
      }),
      { numRuns: 300 },
    );
  });

  test("edits at any caret position change the digits as if there were no mask", () => {
    const unit = fc.constantFrom(..."12346789");
    const edit = fc.record({
      at: fc.nat(11),
      does: fc.constantFrom("type", "backspace", "delete"),
      digit: unit,
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 60 }), (edits) => {
        const input = field();
        let bare = "";
        for (const { at, does, digit } of edits) {
          const place = Math.min(at, bare.length);
          input.moveTo(caretBehind(input.text, place));
          if (does === "type") {
            input.type(digit);
            if (bare.length < 11) bare = bare.slice(0, place) + digit + bare.slice(place);
          } else if (does === "backspace") {
            input.backspace();
            if (place > 0) bare = bare.slice(0, place - 1) + bare.slice(place);
          } else {
            input.delete();
            bare = bare.slice(0, place) + bare.slice(place + 1);
          }
          expect(input.text).toBe(formatPhone(bare));
        }
      }),
      { numRuns: 300 },
    );
  });

  function caretBehind(text: string, count: number): number {
    const places = [...text.matchAll(/\d/g)].map(({ index }) => index + 1);
    return count === 0 ? 0 : (places[count - 1] ?? text.length);
  }
});

describe("the country code", () => {
  test("is recognised at the twelfth digit, and Backspace undoes a slip", () => {
    const input = field().type("55997341187");
    expect(input.text).toBe("(55) 99734-1187");
    expect(input.type("1").text).toBe("(99) 7341-1871");
    expect(input.backspace().text).toBe("(55) 99734-1187");
  });

  test("does not return once the number is edited elsewhere", () => {
    const input = field().type("553537311234").moveTo(0).delete(2).type("37");
    expect(input.text).toBe("(37) 3731-1234");
  });

  test.each(["55", "+55"])("%s typed or pasted in front of a number leaves it as it is", (code) => {
    for (const shown of ["(35) 99876-5432", "(35) 3373-1234", "(55) 99734-1187"]) {
      expect(field(shown).moveTo(0).type(code).text, shown).toBe(shown);
      expect(field(shown).moveTo(0).paste(code).text, shown).toBe(shown);
    }
  });

  test("does not return after a complete number was pasted", () => {
    expect(field().paste("5535998765432").backspace(2).text).toBe("(35) 99876-54");
  });
});

describe("the caret", () => {
  test("stays behind the typed digit", () => {
    expect(field("(35) 9734-1187").moveTo(6).type("9").shown).toBe("(35) 99|734-1187");
    expect(field().type("5535998765432").shown).toBe("(35) 99876-5432|");
  });

  test("skips the mask's characters, whose deletion takes the digit beside them", () => {
    expect(field("(35) 99734-1187").moveTo(5).backspace().shown).toBe("(3|9) 9734-1187");
    expect(field("(35) 99734-1187").moveTo(3).delete().shown).toBe("(35|) 9734-1187");
    expect(field("(35) 99734-1187").moveTo(1).backspace().shown).toBe("|(35) 99734-1187");
  });

  test("is placed behind text pasted over a selection", () => {
    expect(field("(35) 99734-1187").moveTo(1).paste("37", 2).shown).toBe("(37|) 99734-1187");
    expect(field("(35) 99734-1187").moveTo(0).paste("3", 15).shown).toBe("3|");
  });
});
