import { describe, expect, test } from "vitest";
import { maskPhone, nationalDigits } from "./phone-mask.ts";

describe("nationalDigits", () => {
  test.each([
    ["(35) 99734-1187", "35997341187"],
    ["+55 35 99734-1187", "35997341187"],
    ["035 99734-1187", "35997341187"],
    ["(37) 3373-1234", "3733731234"],
    ["55 99734-1187", "55997341187"],
    ["", ""],
  ])("%s", (text, digits) => {
    expect(nationalDigits(text)).toBe(digits);
  });
});

describe("maskPhone", () => {
  test("masks what is typed at the end", () => {
    expect(maskPhone("35997341187", 11, "3599734118")).toEqual({
      text: "(35) 99734-1187",
      caret: 15,
    });
  });

  test("keeps the caret behind its digit when one is typed in the middle", () => {
    // (35) 9|734-1187 with a 9 typed at the bar.
    expect(maskPhone("(35) 99734-1187", 7, "(35) 9734-1187")).toEqual({
      text: "(35) 99734-1187",
      caret: 7,
    });
  });

  test("deletes the digit in front of a sign of the mask", () => {
    expect(maskPhone("(35 997", 3, "(35) 997")).toEqual({ text: "(39) 97", caret: 2 });
  });

  test("takes a pasted number with country code", () => {
    expect(maskPhone("+55 35 99734-1187", 17, "").text).toBe("(35) 99734-1187");
  });

  test("takes no more than eleven digits", () => {
    expect(maskPhone("(35) 99734-11879", 16, "(35) 99734-1187").text).toBe("(35) 99734-1187");
  });

  test("empties", () => {
    expect(maskPhone("", 0, "3")).toEqual({ text: "", caret: 0 });
  });
});
