import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createCookie } from "react-router";
import { expect, test } from "vitest";
import { shareTestSite, signIn, type TestSite } from "../../../testing/site.ts";
import routes from "../../routes.ts";

const sharedSite = shareTestSite();

function cookieOf(answer: Response): string {
  const line = answer.headers.getSetCookie().find((set) => set.startsWith("mardeminas.voltar="));
  return line?.split(";")[0] ?? "";
}

function logIn(site: TestSite, cookie: string, password: string, email: string) {
  return site.app.request("/login", {
    method: "POST",
    body: new URLSearchParams({ email, password }),
    headers: { Cookie: cookie },
  });
}

const id = "2f0f3f0e-0000-4000-8000-0000000000ff";

test.each([
  ["GET", "/posts/create", "/posts/create"],
  ["POST", `/posts/edit/${id}`, `/posts/edit/${id}`],
  ["GET", "/dashboard?nada=1", "/dashboard"],
  ["GET", `/posts/${id}/calendario`, `/posts/${id}/calendario`],
])("after %s %s without a session, login leads back to %s", async (method, path, back) => {
  const site = sharedSite();
  const { user, password } = await signIn(site);
  const body = method === "POST" ? new URLSearchParams({ title: "Rancho" }) : null;
  const sent = await site.app.request(path, { method, body });
  expect([sent.status, sent.headers.get("Location")]).toEqual([302, "/login"]);
  const cookie = cookieOf(sent);

  const wrong = await logIn(site, cookie, "errada", user.email);
  expect([wrong.status, cookieOf(wrong)]).toEqual([400, ""]);
  const right = await logIn(site, cookie, password, user.email);
  expect([right.status, right.headers.get("Location")]).toEqual([302, back]);
  expect(cookieOf(right)).toBe("mardeminas.voltar=");
  expect(right.headers.getSetCookie().join()).toContain("session_token=");
});

const guarded =
  routes.find(({ file }) => file === "owner/account/routes/logged-in.tsx")?.children ?? [];

test("login leads back to whatever is guarded by it, if it is a page", async () => {
  for (const { file, path: pattern = "" } of guarded) {
    const code = await readFile(join(import.meta.dirname, "..", "..", file), "utf8");
    const isPage = /^export default /m.test(code);
    const method = isPage ? "GET" : "POST";
    const answer = await sharedSite().app.request(`/${pattern.replace(":id", id)}`, {
      method,
      body: isPage ? null : new URLSearchParams({ marcar: "2027-01-01" }),
    });
    expect(answer.headers.get("Location"), pattern).toBe("/login");
    expect(cookieOf(answer) !== "", pattern).toBe(isPage);
  }
});

test("login ignores a cookie that leads to anything but a page behind it, and whatever the request asks for", async () => {
  const { user, password } = await signIn(sharedSite());
  for (const path of [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/logout",
    "/minha-conta/dados",
    "/posts/edit/../../logout",
    `/posts/${id}`,
    "/operador",
    "/posts/edit/%2F%2Fevil.example",
  ]) {
    const cookie = await createCookie("mardeminas.voltar").serialize(path);
    const names = ["redirect", "redirectTo", "next", "callbackURL"].map((name) => [name, path]);
    const wish = Object.fromEntries(names);
    const answer = await sharedSite().app.request(`/login?${new URLSearchParams(wish)}`, {
      method: "POST",
      body: new URLSearchParams({ ...wish, email: user.email, password }),
      headers: { Cookie: cookie.split(";")[0] ?? "" },
    });
    expect([answer.status, answer.headers.get("Location")], path).toEqual([302, "/"]);
  }
});
