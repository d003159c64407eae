import { resolve } from "node:path";
import { expect, test } from "vitest";
import { openTestSite, type TestSite } from "../testing/site.ts";

const paths = [
  "/",
  "/login",
  // This page is rendered first, then comes from the page cache.
  "/about.data",
  "/about.data",
  "/nada",
  "/healthz",
  "/robots.txt",
  "/fotos/nada.jpg",
  "/envios",
  "/%",
];

async function headersOf(site: TestSite, path: string): Promise<Record<string, string>> {
  return Object.fromEntries((await site.app.request(path)).headers);
}

test("every response has the security headers", async () => {
  const site = await openTestSite();
  for (const path of paths) {
    const headers = await headersOf(site, path);
    expect(headers, path).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "permissions-policy": expect.stringContaining("geolocation=(self)"),
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "content-security-policy": expect.stringMatching(
        /^default-src '(none|self)'.*frame-ancestors 'none'/,
      ),
    });
    expect(headers["strict-transport-security"], path).toBeUndefined();
    const type = path.endsWith(".data") ? /^text\/x-script$/ : /^text\/\w+; ?charset=utf-8$/i;
    expect(headers["content-type"], path).toMatch(type);
  }
});

test("no response may be read by another origin", async () => {
  const site = await openTestSite();
  for (const path of [...paths, "/medidas", "/visitas", "/sitemap.xml"]) {
    for (const method of ["GET", "OPTIONS"]) {
      const headers = { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" };
      const answer = await site.app.request(path, { method, headers });
      const allowed = answer.headers.get("Access-Control-Allow-Origin");
      expect(allowed, `${method} ${path}`).toBeNull();
    }
  }
});

test("over https, HSTS is sent", async () => {
  const site = await openTestSite({ SITE_URL: "https://mardeminas.com.br" });
  for (const path of paths) {
    const headers = await headersOf(site, path);
    expect(headers["strict-transport-security"], path).toMatch(/^max-age=31536000/);
  }
});

test("pages may load only files of the site, and none of the kinds they don't use", async () => {
  const site = await openTestSite();
  const policy = (await headersOf(site, "/"))["content-security-policy"] ?? "";
  const directives = new Map(policy.split("; ").map((one) => [one.split(" ")[0], one] as const));
  // The default is for prefetching in Firefox, and the manifest.
  expect(directives.get("default-src")).toBe("default-src 'self'");
  for (const kind of ["worker-src", "media-src", "object-src", "base-uri", "frame-ancestors"]) {
    expect(directives.get(kind), kind).toBe(`${kind} 'none'`);
  }
  expect(directives.has("manifest-src")).toBe(false);
});

test("pages may load photos from PHOTO_BASE_URL, and nothing else from there", async () => {
  const site = await openTestSite({ PHOTO_BASE_URL: "https://fotos.example.com/mar" });
  const policy = (await headersOf(site, "/"))["content-security-policy"] ?? "";
  expect(policy).toContain("img-src 'self' blob: data: https://fotos.example.com;");
  expect(policy.match(/fotos\.example\.com/g)).toHaveLength(1);
});

test("built files have them too", async () => {
  const site = await openTestSite();
  const { createApp } = await import(resolve(import.meta.dirname, "../build/server/index.js"));
  const app = createApp(site, resolve(import.meta.dirname, "../build/client"));
  const answer = await app.request("/favicon.svg");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin");
});
