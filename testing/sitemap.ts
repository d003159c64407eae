import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { validateXML } from "xmllint-wasm";
import type { TestSite } from "./site.ts";

const schema = readFileSync(new URL("sitemap.xsd", import.meta.url), "utf8");

/** Reads a sitemap, expecting it to be valid. */
export async function readSitemap(site: TestSite, path: string) {
  const answer = await site.app.request(path);
  expect(answer.status, path).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
  const xml = await answer.text();
  const { errors } = await validateXML({
    xml: { fileName: "sitemap.xml", contents: xml },
    schema,
    initialMemoryPages: 1024,
    maxMemoryPages: 8192,
  });
  expect(errors, path).toEqual([]);
  return { xml, places: [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place = ""]) => place) };
}
