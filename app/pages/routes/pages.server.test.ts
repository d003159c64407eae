import { expect, test, vi } from "vitest";
import { shareTestSite } from "../../../testing/site.ts";
import { coming } from "../coming.ts";

const site = shareTestSite();

async function read(path: string): Promise<string> {
  const answer = await site().app.request(path);
  expect(answer.status).toBe(200);
  return answer.text();
}

test("how it works has a part for guests and one for owners, both linked from the top", async () => {
  const html = await read("/comofunciona");
  for (const [id, title] of [
    ["hospedes", "Para quem procura"],
    ["donos", "Para quem anuncia"],
  ]) {
    expect(html).toContain(`href="#${id}"`);
    expect(html).toMatch(new RegExp(`id="${id}"[^>]*>\\s*<h2[^>]*>${title}`));
  }
});

test("the main menu shows Onde visitar and Blog outside its submenu", async () => {
  const html = await read("/plans");
  const menu = /<nav[^>]*aria-label="Principal"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? "";
  const open = menu.replace(/<details[\s\S]*?<\/details>/, "");
  expect(open).toContain('href="/onde-visitar"');
  expect(open).toContain('href="/blog"');
});

test.each(Object.entries(coming))(
  "/%s says when to come back and leads to a page that exists",
  async (path, { next }) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T12:00:00Z") });
    const html = await read(`/${path}`);
    expect(html).toContain("Em desenvolvimento");
    expect(html).toContain("Volte em <strong>março de 2027</strong>");
    expect(html).toContain(`href="${next.to}"`);
    await read(next.to);
  },
);
