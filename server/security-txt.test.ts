import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { securityTxtPath, writeSecurityTxt } from "./security-txt.ts";

const site = {
  siteEmail: "contato@mardeminas.example",
  mailedSiteUrl: "https://mardeminas.example",
};
const now = new Date("2026-11-21T12:00:00Z");

test("security.txt tells where to report a vulnerability, in the fields of RFC 9116", () => {
  const lines = writeSecurityTxt(site, now)?.split("\n") ?? [];
  expect(lines.filter((line) => line && !line.startsWith("#"))).toEqual([
    "Contact: mailto:contato@mardeminas.example",
    "Expires: 2027-09-17T12:00:00.000Z",
    "Preferred-Languages: pt-BR, en",
    `Canonical: https://mardeminas.example${securityTxtPath}`,
  ]);
});

test("security.txt promises what SECURITY.md does", () => {
  const promised = readFileSync("SECURITY.md", "utf8").match(/\d+(?= days \|)/g);
  expect(promised).toHaveLength(4);
  const [answer, severe, other, dependency] = promised ?? [];
  expect(dependency).toBe(severe);
  expect(writeSecurityTxt(site, now)).toContain(
    `# Respondemos em ${answer} dias. Uma falha grave é corrigida em ${severe} dias, outra em ${other}.\n`,
  );
});

test("without SITE_EMAIL, and with the sample address alone, there is no security.txt", () => {
  expect(readConfig({ DEMO: "1" })).toMatchObject({
    config: { siteEmail: null, contact: { email: "contato@example.com" } },
  });
  expect(writeSecurityTxt({ ...site, siteEmail: null }, now)).toBeNull();
});
