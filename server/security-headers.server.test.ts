import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { publish } from "../testing/caching-site.ts";
import { shareTestSite, signIn } from "../testing/site.ts";

const paths = [
  "/",
  "/login",
  // This page is rendered first, then comes from the page cache.
  "/about",
  "/about",
  "/nada",
  "/healthz",
  "/robots.txt",
  "/fotos/nada.jpg",
  "/envios",
  "/%",
];

const sharedSite = shareTestSite({
  SITE_URL: "https://mardeminas.com.br",
  PHOTO_BASE_URL: "https://fotos.example.com/mar",
});
const { createApp } = await import(join(import.meta.dirname, "../build/server/index.js"));

test("every response has the security headers, and HSTS over https alone", async () => {
  const plain = createApp({ ...sharedSite(), siteUrl: null }, null);
  for (const path of paths) {
    const headers = Object.fromEntries((await sharedSite().app.request(path)).headers);
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
      "strict-transport-security": expect.stringMatching(/^max-age=31536000/),
    });
    expect(headers["content-type"], path).toMatch(/^text\/\w+; ?charset=utf-8$/i);
    const unsafe = await plain.request(path);
    expect(unsafe.headers.has("Strict-Transport-Security"), path).toBe(false);
  }
  const client = resolve(import.meta.dirname, "../build/client");
  const file = await createApp(sharedSite(), client).request("/favicon.svg");
  expect([file.status, file.headers.get("X-Content-Type-Options")]).toEqual([200, "nosniff"]);
});

test("no response may be read by another origin", async () => {
  for (const path of [...paths, "/medidas", "/visitas", "/sitemap.xml"]) {
    for (const method of ["GET", "OPTIONS"]) {
      const headers = { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" };
      const answer = await sharedSite().app.request(path, { method, headers });
      const allowed = answer.headers.get("Access-Control-Allow-Origin");
      expect(allowed, `${method} ${path}`).toBeNull();
    }
  }
});

test("pages may load only files of the site, photos from PHOTO_BASE_URL, and none of the kinds they don't use", async () => {
  const policy = (await sharedSite().app.request("/")).headers.get("Content-Security-Policy") ?? "";
  const directives = new Map(policy.split("; ").map((one) => [one.split(" ")[0], one] as const));
  // The default is for prefetching in Firefox, and the manifest.
  expect(directives.get("default-src")).toBe("default-src 'self'");
  for (const kind of ["worker-src", "media-src", "object-src", "base-uri", "frame-ancestors"]) {
    expect(directives.get(kind), kind).toBe(`${kind} 'none'`);
  }
  expect(directives.has("manifest-src")).toBe(false);
  expect(policy).toContain("img-src 'self' blob: data: https://fotos.example.com;");
  expect(policy.match(/fotos\.example\.com/g)).toHaveLength(1);
});

test("pages have no inline scripts or styles, and only the site's files may run", async () => {
  const site = sharedSite();
  const { id } = await publish(site, {
    title: "<script>alert(1)</script>",
    body: '"><script nonce="x">alert(2)</script><img src=x onerror=alert(3)>',
  });
  const { cookie } = await signIn(site);
  const asked: [string, Record<string, string>][] = [
    ["/", {}],
    [`/posts/${id}`, {}],
    ["/blog", {}],
    ["/login", {}],
    ["/nada", {}],
    ["/", { Cookie: cookie }],
    ["/posts/create", { Cookie: cookie }],
  ];
  for (const [path, headers] of asked) {
    const answer = await site.app.request(path, { headers });
    const html = await answer.text();
    const policy = answer.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toMatch(
      /^default-src 'self'; script-src 'self' 'sha256-[\w+/]{43}='; style-src 'self';/,
    );
    const [, hash] = /'sha256-(.*?)'/.exec(policy) ?? [];
    expect(policy).not.toMatch(/unsafe|https?:(?!\/\/(?:www\.google|fotos\.example)\.com)|\*/);
    const scripts = [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)];
    for (const [, attributes = "", text = ""] of scripts) {
      const isData = /type="(application\/ld\+json|text\/plain)"/.test(attributes);
      const isMark = createHash("sha256").update(text).digest("base64") === hash;
      const isFile = / src="\//.test(attributes) && text === "";
      expect(isData || isMark || isFile, attributes).toBe(true);
    }
    expect(html).not.toMatch(/<style|\sstyle="|\son[a-z]+="/);
  }
});
