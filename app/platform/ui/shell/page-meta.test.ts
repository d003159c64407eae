import { expect, test } from "vitest";
import { pageAddress } from "./page-address.ts";
import { pageMeta, privatePageMeta, shorten } from "./page-meta.ts";

const args = {
  matches: [{ id: "root", loaderData: { siteUrl: "https://mardeminas.com.br" } }, undefined],
  location: { pathname: "/blog", search: "?utm_source=whatsapp" },
};

const page = { title: "Blog", description: "Estação, estrada, fotos, calendário e preço." };

test("every title contains the site's name once", () => {
  expect(pageMeta(args, page)).toContainEqual({ title: "Blog · Mar de Minas" });
  const about = pageMeta(args, { ...page, title: "Sobre o Mar de Minas" });
  expect(about).toContainEqual({ title: "Sobre o Mar de Minas" });
  expect(privatePageMeta("Meus Anúncios")).toEqual([
    { title: "Meus Anúncios · Mar de Minas" },
    { name: "robots", content: "noindex" },
  ]);
});

test("a later page of a list has its own address and is not indexed", () => {
  const address = pageAddress("/search", { q: 500, localizacao: "Guapé", depois: "1.a" });
  expect(address).toBe("/search?q=500&localizacao=Guap%C3%A9&depois=1.a");
  const meta = pageMeta(args, { ...page, address });
  const href = `https://mardeminas.com.br${address}`;
  expect(meta).toContainEqual({ tagName: "link", rel: "canonical", href });
  expect(meta).toContainEqual({ name: "robots", content: "noindex, follow" });
  expect(pageAddress("/search", { q: null, localizacao: null })).toBe("/search");
});

test.each([
  ["Um rancho  na\n beira", 40, "Um rancho na beira"],
  ["Um rancho na beira da água, com píer", 28, "Um rancho na beira da água…"],
  ["Um rancho na beira da água, com píer", 31, "Um rancho na beira da água…"],
  ["x".repeat(50), 20, `${"x".repeat(19)}…`],
])("%j in %i characters", (text, most, expected) => {
  expect(shorten(text, most)).toBe(expected);
});

test("surrogate pairs are not split", () => {
  expect(shorten(`${"x".repeat(18)}🏡${"y".repeat(9)}`, 20)).toBe(`${"x".repeat(18)}…`);
});

test("structured data is part of the head", () => {
  const data = { "@context": "https://schema.org", "@type": "Article" } as const;
  expect(pageMeta(args, { ...page, structuredData: [data] })).toContainEqual({
    "script:ld+json": data,
  });
});
