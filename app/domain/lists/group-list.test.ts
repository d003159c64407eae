import { expect, test } from "vitest";
import type { ListingSummary } from "../listings/listing.ts";
import { findChoice, isListCode, type ListItem } from "./group-list.ts";

/** An item of a list; each letter is one voter: "A" wants the listing, "a" rejects it. */
function item(postId: string, voters: string, listing: object | null = {}): ListItem {
  const votes = [...voters].map((letter) => ({
    nome: letter.toUpperCase(),
    quer: letter !== letter.toLowerCase(),
  }));
  return { postId, title: postId, listing: listing as ListingSummary | null, absence: null, votes };
}

test.each([
  ["no votes", ["", ""], null],
  ["a single vote", ["A", ""], null],
  ["one vote each", ["A", "B"], null],
  ["two votes", ["AB", ""], "1"],
  ["two votes against one", ["A", "AB"], "2"],
  ["two votes each", ["AB", "AB"], null],
  ["two votes each, one of them rejected", ["ABc", "AB"], null],
  ["rejections of another only", ["A", "bc"], null],
  ["as many reject it as want it", ["ABcd", ""], null],
  ["more want it than reject it", ["ABCd", "AB"], "1"],
])("the group's choice with %s", (_, voters, chosen) => {
  const items = voters.map((letters, index) => item(String(index + 1), letters));
  expect(findChoice(items)?.postId ?? null).toBe(chosen);
});

test("a listing that is gone leaves the choice to the next", () => {
  expect(findChoice([item("1", "ABC", null), item("2", "AB")])?.postId).toBe("2");
});

test.each([
  ["4Q7q1b0x5m8Zc2Vt9Kj_-w", true],
  ["4Q7q1b0x5m8Zc2Vt9Kj_-", false],
  ["4Q7q1b0x5m8Zc2Vt9Kj_-ww", false],
  ["4Q7q1b0x5m8Zc2Vt9Kj_%w", false],
  ["nova", false],
])("%s as a list's code", (text, expected) => {
  expect(isListCode(text)).toBe(expected);
});
