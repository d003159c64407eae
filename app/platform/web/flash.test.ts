import { createCookie } from "react-router";
import { expect, test } from "vitest";
import { cookiesOf } from "../../../testing/cookies.ts";
import { redirectWithFlash, takeFlash } from "./flash-cookie.server.ts";

const flash = { kind: "success" as const, text: "Anúncio publicado!" };

test("a redirect shows its message on the next page, once", async () => {
  const answer = await redirectWithFlash("/minha-conta?x=1#nome", flash);
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/minha-conta?x=1#nome"]);
  const [cookie = ""] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/);
  const next = new Request("http://localhost/", { headers: { Cookie: cookiesOf(answer) } });
  const taken = await takeFlash(next);
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
])("rejects a redirect to %j, which is not a path of this site", async (to) => {
  await expect(redirectWithFlash(to, flash)).rejects.toThrow("not a path of this site");
});

test.each([
  ["not encoded", "x"],
  ["broken encoding", "%"],
  ["no object", await encoded("Oi")],
  ["an unknown kind", await encoded({ kind: "html", text: "Oi" })],
  ["no text", await encoded({ kind: "info", text: "" })],
  ["a text that is too long", await encoded({ kind: "info", text: "a".repeat(301) })],
  [
    "a link to another site",
    await encoded({ kind: "info", text: "Oi", links: [link("//x.example")] }),
  ],
  [
    "a script as a link",
    await encoded({ kind: "info", text: "Oi", links: [link("javascript:x")] }),
  ],
  ["too many links", await encoded({ kind: "info", text: "Oi", links: Array(4).fill(link("/")) })],
])("ignores and clears a forged cookie: %s", async (_, value) => {
  const headers = { Cookie: `mardeminas.aviso=${value}` };
  const taken = await takeFlash(new Request("http://localhost/", { headers }));
  expect(taken.flash).toBeNull();
  expect(taken.headers.getSetCookie()[0]).toContain("Max-Age=0");
});

function link(to: string) {
  return { to, text: "Ver" };
}

async function encoded(value: unknown): Promise<string> {
  return (await createCookie("x").serialize(value)).slice(2).split(";")[0] ?? "";
}
