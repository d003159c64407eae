import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openTestSite } from "../testing/site.ts";

const path = "/.well-known/security.txt";

test("security.txt tells where to report a vulnerability, in the fields of RFC 9116", async () => {
  const site = await openTestSite({
    SITE_EMAIL: "contato@mardeminas.example",
    SITE_URL: "https://mardeminas.example",
  });
  const before = Date.now();
  const answer = await site.app.request(path, { headers: { Host: "evil.example" } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/plain; ?charset=utf-8$/i);
  const text = await answer.text();
  const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
  expect(lines).toEqual([
    "Contact: mailto:contato@mardeminas.example",
    expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT[\d:.]+Z$/),
    "Preferred-Languages: pt-BR, en",
    `Canonical: https://mardeminas.example${path}`,
  ]);
  const days = (Date.parse(lines[1]?.slice("Expires: ".length) ?? "") - before) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

test("security.txt promises what SECURITY.md does", async () => {
  const site = await openTestSite({ SITE_EMAIL: "contato@mardeminas.example" });
  const text = await (await site.app.request(path)).text();
  const promised = readFileSync("SECURITY.md", "utf8").match(/\d+(?= days \|)/g);
  expect(promised).toHaveLength(4);
  const [answer, severe, other, dependency] = promised ?? [];
  expect(dependency).toBe(severe);
  expect(text).toContain(
    `# Respondemos em ${answer} dias. Uma falha grave é corrigida em ${severe} dias, outra em ${other}.\n`,
  );
});

test("without SITE_EMAIL, and with the sample address alone, there is no security.txt", async () => {
  const site = await openTestSite({ DEMO: "1" });
  expect(site.contact.email).toBe("contato@example.com");
  const answer = await site.app.request(path);
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain("Contact:");
});
