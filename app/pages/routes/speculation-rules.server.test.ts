import { expect, test } from "vitest";
import { shareTestSite } from "../../../testing/site.ts";

const open = shareTestSite();

interface Rules {
  prefetch: {
    where: { and: [{ href_matches: string[] }, { not: { href_matches: string[] } }] };
  }[];
}

test("no page of one person is fetched ahead, and hydrated pages leave it to the router", async () => {
  const { app } = open();
  const blog = await app.request("/blog");
  const address = JSON.parse(blog.headers.get("Speculation-Rules") ?? "null");
  const rules = await app.request(address);
  expect(rules.headers.get("Content-Type")).toBe("application/speculationrules+json");
  const { prefetch } = (await rules.json()) as Rules;
  const [wanted, excluded] = prefetch[0]?.where.and ?? [];
  const isAhead = (path: string) => {
    const matches = (pattern: string) =>
      new URLPattern(pattern, "http://localhost").test(path, "http://localhost");
    return wanted?.href_matches.some(matches) && !excluded?.not.href_matches.some(matches);
  };
  const paths = ["/logout", "/dashboard", "/posts/create", "/posts/edit/1", "/login", "/operador"];
  for (const path of paths) expect([path, isAhead(path)]).toEqual([path, false]);
  for (const path of ["/", "/blog", `/posts/${crypto.randomUUID()}`, "/search?q=lago"]) {
    expect([path, isAhead(path)]).toEqual([path, true]);
  }
  expect((await app.request("/contato")).headers.get("Speculation-Rules")).toBeNull();
});
