import { createCookie } from "react-router";
import { expect, test } from "vitest";
import { shareTestSite, signIn, type TestSite } from "../../testing/site.ts";
import routes from "../routes.ts";

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
  ["POST", "/posts/create", "/posts/create"],
  ["GET", `/posts/edit/${id}.data`, `/posts/edit/${id}`],
  ["POST", `/posts/edit/${id}`, `/posts/edit/${id}`],
  ["POST", `/posts/edit/${id}.data`, `/posts/edit/${id}`],
  ["GET", "/dashboard?nada=1", "/dashboard"],
  ["GET", "/minha-conta", "/minha-conta"],
  ["GET", "/minha-conta/excluir", "/minha-conta/excluir"],
  ["GET", `/posts/${id}/calendario`, `/posts/${id}/calendario`],
  ["POST", `/posts/${id}/calendario`, `/posts/${id}/calendario`],
  ["GET", `/posts/${id}/calendario.data`, `/posts/${id}/calendario`],
])("after %s %s without a session, login leads back to %s", async (method, path, back) => {
  const site = sharedSite();
  const { user, password } = await signIn(site);
  const body = method === "POST" ? new URLSearchParams({ title: "Rancho" }) : null;
  const sent = await site.app.request(path, { method, body });
  const isData = path.endsWith(".data");
  expect(sent.status).toBe(isData ? 202 : 302);
  if (!isData) expect(sent.headers.get("Location")).toBe("/login");
  const cookie = cookieOf(sent);

  const wrong = await logIn(site, cookie, "errada", user.email);
  expect([wrong.status, cookieOf(wrong)]).toEqual([400, ""]);
  const right = await logIn(site, cookie, password, user.email);
  expect([right.status, right.headers.get("Location")]).toEqual([302, back]);
  expect(cookieOf(right)).toBe("mardeminas.voltar=");
  expect(right.headers.getSetCookie().join()).toContain("session_token=");
});

const guarded = routes.find(({ file }) => file === "accounts/routes/logged-in.tsx")?.children ?? [];

test.each(guarded.map(({ file, path = "" }) => [path, file]))(
  "login leads back to /%s if it is a page",
  async (pattern, file) => {
    const path = `/${pattern.replace(":id", id)}`;
    const isPage = "default" in (await import(`../${file}`));
    const [back] = cookieOf(await sharedSite().app.request(path)).split(";");
    expect(back !== "").toBe(isPage);
  },
);

test.each([
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/logout",
  "/minha-conta/dados",
  "/posts/edit/../../logout",
  `/posts/${id}`,
  `/posts/${id}/calendario/noites`,
  "/operador",
  "/posts/edit/%2F%2Fevil.example",
])("login ignores a cookie that leads to %s", async (path) => {
  const site = sharedSite();
  const { user, password } = await signIn(site);
  const cookie = await createCookie("mardeminas.voltar").serialize(path);
  const answer = await logIn(site, cookie.split(";")[0] ?? "", password, user.email);
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
});

test.each([
  ["GET", "/minha-conta/dados"],
  ["POST", `/posts/${id}/calendario/noites`],
  ["POST", "/posts/create/rascunho"],
])("login does not lead back to what is no page: %s %s", async (method, path) => {
  const site = sharedSite();
  const body = method === "POST" ? new URLSearchParams({ marcar: "2027-01-01" }) : null;
  const answer = await site.app.request(path, { method, body });
  expect([answer.headers.get("Location"), cookieOf(answer)]).toEqual(["/login", ""]);
});
