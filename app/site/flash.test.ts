import { expect, test } from "vitest";
import { redirectWithFlash, takeFlash } from "./flash.server.ts";

const flash = { kind: "success" as const, text: "Anúncio publicado!" };

test("a redirect carries its sentence to the next page, once", () => {
  const answer = redirectWithFlash("/minha-conta?x=1#nome", flash);
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/minha-conta?x=1#nome"]);
  const [cookie = ""] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax$/);
  const next = new Request("http://localhost/", {
    headers: { Cookie: cookie.split(";")[0] ?? "" },
  });
  const taken = takeFlash(next);
  expect(taken.flash).toEqual(flash);
  expect(taken.headers.getSetCookie()[0]).toContain("Max-Age=0");
});

test.each([
  "//evil.example",
  "https:evil.example",
  "https://evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "evil.example",
  "javascript:alert(1)",
  "",
])("a redirect to %j is refused: it is no path of this site", (to) => {
  expect(() => redirectWithFlash(to, flash)).toThrow("not a path of this site");
});
