import { expect, test } from "vitest";
import { replyLink } from "./reply-link.ts";

const message = {
  nome: "Ana & Zé",
  email: "ana+lago@example.com",
  mensagem: "Tem vaga?\nSomos 8.",
  createdAt: new Date("2026-11-21T16:20:00Z"),
};

test("a reply goes to the sender alone and quotes the message", () => {
  const url = new URL(replyLink(message));
  expect(decodeURIComponent(url.pathname)).toBe("ana+lago@example.com");
  expect([...url.searchParams.keys()]).toEqual(["subject", "body"]);
  expect(url.searchParams.get("body")).toBe(
    "Olá, Ana & Zé!\r\n\r\n\r\n\r\nEm 21/11/2026 13:20, você escreveu:\r\n> Tem vaga?\r\n> Somos 8.\r\n",
  );
});

test.each([
  ["other recipients", "vitima@example.com?bcc=outro@example.com"],
  ["other headers", "a@example.com&cc=b@example.com"],
])("an address can't add %s", (_, email) => {
  const url = new URL(replyLink({ ...message, email }));
  expect([...url.searchParams.keys()]).toEqual(["subject", "body"]);
});

test("a long message is quoted in part, also where the cut falls on an emoji", () => {
  const long = replyLink({ ...message, mensagem: `${"a".repeat(799)}🐟${"b".repeat(4000)}` });
  expect(long.length).toBeLessThan(2000);
});
