import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MaskedInput } from "../../testing/masked-input.ts";
import { formatAmount } from "./money.ts";
import { editMoney, moneyShowing, tidyMoney } from "./money-mask.ts";
import { parseReais } from "./read-reais.ts";

function field(text = ""): MaskedInput<ReturnType<typeof moneyShowing>> {
  return new MaskedInput(moneyShowing(text), editMoney);
}

const amount = fc
  .tuple(fc.nat(9_999_999), fc.nat(99))
  .map(([whole, cents]) => (cents === 0 ? `${whole}` : `${whole}.${`${cents}`.padStart(2, "0")}`));

describe("typing a price", () => {
  test.each([
    ["1500", "1.500"],
    ["1234567", "1.234.567"],
    ["12345678", "1.234.567"],
    ["abc12d3-", "123"],
    ["R$ 900", "900"],
    ["007", "7"],
    ["0", "0"],
    ["1.500", "1.500"],
    ["1.234.567", "1.234.567"],
    ["500,00", "500,00"],
    ["1500,505", "1.500,50"],
    ["1.500,50", "1.500,50"],
    ["500.00", "500,00"],
    ["1500.50", "1.500,50"],
    [",5", "5"],
    ["5,,5", "5,5"],
  ])("%s shows %s", (keys, shown) => {
    expect(field().type(keys).text).toBe(shown);
  });

  test("any amount, in any notation, typed or pasted, is stored as that amount", () => {
    const styles: ((canonical: string) => string)[] = [
      (canonical) => canonical,
      (canonical) => canonical.replace(".", ","),
      formatAmount,
      (canonical) => `R$ ${formatAmount(canonical)}`,
      (canonical) => formatAmount(canonical).replace(/(,\d\d)?$/, (cents) => cents || ",00"),
    ];
    fc.assert(
      fc.property(amount, fc.constantFrom(...styles), (canonical, write) => {
        const written = write(canonical);
        for (const input of [field().type(written), field().paste(written)]) {
          expect(parseReais(input.text)).toBe(canonical);
          expect(tidyMoney(input.text)).toBe(formatAmount(canonical));
        }
      }),
    );
  });

  test("editing at any caret position changes the digits as in the bare number", () => {
    const edit = fc.record({
      behind: fc.nat(7),
      does: fc.constantFrom("type", "backspace", "delete"),
      digit: fc.constantFrom(..."123456789"),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 40 }), (edits) => {
        const input = field();
        let bare = "";
        for (const { behind, does, digit } of edits) {
          const place = Math.min(behind, bare.length);
          const places = [...input.text.matchAll(/\d/g)].map(({ index }) => index + 1);
          input.moveTo(place === 0 ? 0 : (places[place - 1] ?? 0));
          if (does === "type") {
            input.type(digit);
            if (bare.length < 7) bare = bare.slice(0, place) + digit + bare.slice(place);
          } else if (does === "backspace") {
            input.backspace();
            if (place > 0) bare = bare.slice(0, place - 1) + bare.slice(place);
          } else {
            input.delete();
            bare = bare.slice(0, place) + bare.slice(place + 1);
          }
          expect(input.text).toBe(bare && formatAmount(bare));
        }
      }),
    );
  });
});

describe("cents", () => {
  test.each(["1,500.50", "1.500,505", "12.34.567", "1.500,00 por noite"])(
    "pasting %s, which isn't an amount, changes nothing",
    (text) => {
      expect(field("900").paste(text).text).toBe("900");
    },
  );

  test("deleting a separator deletes the digit next to it instead", () => {
    expect(field("500,50").moveTo(4).backspace().shown).toBe("50|,50");
    expect(field("500,50").moveTo(3).delete().shown).toBe("500,|0");
    expect(field("1.500").moveTo(2).backspace().shown).toBe("|500");
    expect(field("1.500").moveTo(1).delete().shown).toBe("1|00");
  });

  test("never become part of the whole amount when the comma is deleted with others", () => {
    expect(field("500,50").moveTo(2).paste("", 2).text).toBe("50");
    expect(field("500,50").backspace(3).text).toBe("500");
  });

  test.each([
    ["500,00", "500"],
    ["500,", "500"],
    ["500,5", "500,50"],
    ["1.350,50", "1.350,50"],
    ["", ""],
  ])("leaving %s in the field gives %s", (text, tidy) => {
    expect(tidyMoney(text)).toBe(tidy);
  });
});

test("the caret stays after the typed digit", () => {
  expect(field("1.500").moveTo(1).type("2").shown).toBe("12|.500");
  expect(field("150").moveTo(3).type("0").shown).toBe("1.500|");
  expect(field("500").moveTo(0).type("1").shown).toBe("1|.500");
});
