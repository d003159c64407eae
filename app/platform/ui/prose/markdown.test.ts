import { expect, test } from "vitest";
import { countWords, renderMarkdown, splitSections } from "./markdown.server.ts";

test("tags in a text are escaped", () => {
  const html = renderMarkdown('Antes <img src=x onerror="alert(1)"> depois\n\n<script>x</script>');
  expect(html).not.toMatch(/<(img|script)/);
  expect(html).toContain("&lt;img src=x");
  expect(html).toContain("&lt;script&gt;");
});

test("links and lists become HTML", () => {
  expect(renderMarkdown("- [blog](/blog)")).toContain('<li><a href="/blog">blog</a></li>');
});

test("no line ends at the hyphen of an e-mail or a road, and addresses stay whole", () => {
  const html = renderMarkdown("Um [e-mail](/e-mail) na MG-050.");
  expect(html).toContain(
    '<a href="/e-mail"><span data-unbroken>e-mail</span></a> na <span data-unbroken>MG-050</span>.',
  );
});

test("a text is split at its headings", () => {
  expect(splitSections("Abre.\n\n## Um\nA\n\n## Dois\nB")).toEqual({
    intro: "Abre.",
    sections: [
      { title: "Um", body: "A" },
      { title: "Dois", body: "B" },
    ],
  });
  expect(splitSections("## Um\nA").intro).toBe("");
});

test("syntax and addresses are not counted as words", () => {
  expect(countWords("- **Água:** o [mirante](/detalhes/2) é d’água.")).toBe(5);
});
