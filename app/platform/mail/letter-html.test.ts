import fc from "fast-check";
import { expect, test } from "vitest";
import { type LetterContent, writeLetterHtml } from "./letter-html.ts";
import { quote, takeMarks, typed, writePlainText } from "./letter-words.ts";

const site = "https://mardeminas.example";

function html(letter: Partial<LetterContent>): string {
  return writeLetterHtml({ subject: "Carta", text: "Olá!\n\nMar de Minas\n", ...letter }, site);
}

/** The addresses that the letter makes links, apart from the site's own at its foot. */
function links(source: string): string[] {
  return [...source.matchAll(/href="([^"]*)"/g)].flatMap(([, url = ""]) =>
    url === site ? [] : [url.replaceAll("&amp;", "&")],
  );
}

test("a letter loads nothing, has the site's name, and follows dark screens", () => {
  const source = html({ text: "Olá, José!\n\nTudo certo.\n\nMar de Minas\n" });
  expect(source).not.toMatch(/<img|<svg|<link|<script|src=|url\(|@import/);
  expect(source).toContain(">Mar de Minas</td>");
  expect(source).toContain("<p>Olá, José!</p>");
  expect(source).toContain('name="color-scheme" content="light dark"');
  expect(source).toContain("prefers-color-scheme: dark");
});

test("a letter queued without its marks has no markup of others, and no links but the site's own", () => {
  const text = [
    'Olá, <img src="x" onerror="alert(1)">!',
    'Ana & "Zé" perguntou: https://mal.example/ganhe e https://mardeminas.example.mal.example/',
    "> ![a](https://mal.example/a.png) </blockquote><script>alert(1)</script> [b](javascript:x)",
    "ana@mal.example www.mal.example <https://mal.example>",
  ].join("\n\n");
  const source = html({ subject: "</title><script>", text });
  expect(source).not.toMatch(/<script|<img|<\/title><script/);
  expect(source).toContain("&lt;img src=&quot;x&quot; onerror=&quot;alert(1)&quot;&gt;");
  expect(links(source)).toEqual([]);
});

test("whatever is marked as typed or quoted, the letter has the same elements", () => {
  const letter = (words: string) =>
    html({
      subject: "Carta",
      ...takeMarks(`Olá, ${typed(words)}!

${typed(words)}

${typed(words)}, no Turvo
${typed(words)}: ${site}/posts/1
Visualizações: 3

- ${typed(words)}
Em ${typed(words)},
e em ${site}/dashboard

${quote(words)}
`),
    });
  const elements = (source: string) =>
    (source.match(/<[^>]*>/g) ?? []).filter((it) => it !== "<br>");
  const expected = elements(letter("Casa"));
  const parts = [
    ...[
      "- ",
      "> ",
      "\n",
      "\n\n",
      "GANHE JÁ",
      "Olá, ",
      "!",
      ",",
      ": ",
      " ",
      "Mar de Minas",
      "\u2028",
    ],
    ...["\u2068", "0", "\u2069", `${site}/logout`, "https://mal.example", "<b>", "&", "R$ 5"],
  ];
  const texts = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: "binary" })));
  fc.assert(
    fc.property(texts, (some) => {
      expect(elements(letter(some.join("")))).toEqual(expected);
    }),
  );
});

test("the button stands where the text has its address, in place of the words that say the same", () => {
  const url = `${site}/nova-senha/${"a".repeat(80)}?x=1&y=2`;
  const button = { label: "Escolher (nova) senha", url };
  for (const named of [url, `${button.label}: ${url}`, `${button.label}:\n${url}`]) {
    const source = html({ button, text: `Olá!\n\nAbra:\n\n${named}\n\nEle vale uma hora.\n` });
    expect(links(source)).toEqual([url]);
    const at = [
      ">Abra:<",
      ">Escolher (nova) senha</a>",
      "Ele vale uma hora.",
      "Copie este endereço",
    ];
    const places = at.map((words) => source.indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(source.match(/Escolher \(nova\) senha/g)).toHaveLength(1);
    expect(source).toContain(`${"a".repeat(80)}?x=1&amp;y=2</span>`);
  }
});

test("addresses become links, shortened or named; lists, headings and lines keep their shape", () => {
  const token = "b".repeat(83);
  const whatsapp = "https://wa.me/5537999990000?text=Ol%C3%A1&app=1";
  const source = html({
    links: [whatsapp],
    text: `Olá!

## Como responder

- Está ocupado: ${site}/pergunta/${token}?resposta=ocupado
- [Responder no WhatsApp](${whatsapp})

Veja tudo em ${site}/operador.

Rancho do Lago
Visualizações: 3
`,
  });
  expect(source).toMatch(/<h2>Como responder<\/h2>\s*<ul>\s*<li>Está ocupado: <a /);
  expect(source).toContain(">mardeminas.example/operador</a>.");
  expect(source).toContain(">mardeminas.example/pergunta/bbbbbbbbbbbbb…</a>");
  expect(source).toContain(">Responder no WhatsApp</a>");
  expect(source).toContain("<p>Rancho do Lago<br>Visualizações: 3</p>");
  expect(links(source)).toEqual([
    `${site}/pergunta/${token}?resposta=ocupado`,
    whatsapp,
    `${site}/operador`,
  ]);
});

test("the plain text names the button's address, before the signature", () => {
  const button = { label: "Ver o anúncio", url: `${site}/posts/1` };
  expect(writePlainText({ text: "Olá!\n\nFim.\n\nMar de Minas\n", button })).toBe(
    `Olá!\n\nFim.\n\nVer o anúncio:\n${site}/posts/1\n\nMar de Minas\n`,
  );
  const named = `Olá!\n\nO anúncio: ${site}/posts/1\n\nMar de Minas\n`;
  expect(writePlainText({ text: named, button })).toBe(named);
  expect(writePlainText({ text: named })).toBe(named);
});
