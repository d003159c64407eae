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
  expect(source).toContain('<p class="hello">Olá, José!</p>');
  expect(source).toContain('name="color-scheme" content="light dark"');
  expect(source).toContain("prefers-color-scheme: dark");
});

test("what people typed is text: no markup, and no links but the site's own", () => {
  const text = [
    'Olá, <img src="x" onerror="alert(1)">!',
    'Ana & "Zé" perguntou: https://mal.example/ganhe e https://mardeminas.example.mal.example/',
    `> Veja ${site}/posts/1\n> </blockquote><script>alert(1)</script>`,
    "Mar de Minas",
  ].join("\n\n");
  const source = html({ subject: "</title><script>", text });
  expect(source).not.toMatch(/<script|<img|<\/title><script/);
  expect(source).toContain("&lt;img src=&quot;x&quot; onerror=&quot;alert(1)&quot;&gt;");
  expect(source).toContain(
    "<blockquote>Veja https://mardeminas.example/posts/1<br>&lt;/blockquote&gt;",
  );
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

test("the button stands where the text has its address, and its address can be copied", () => {
  const url = `${site}/nova-senha/${"a".repeat(80)}?x=1&y=2`;
  const button = { label: "Escolher nova senha", url };
  const alone = html({ button, text: `Olá!\n\nAbra:\n\n${url}\n\nEle vale uma hora.\n` });
  expect(links(alone)).toEqual([url]);
  const at = [">Abra:<", "Escolher nova senha", "Ele vale uma hora.", "Copie este endereço"];
  expect(at.map((words) => alone.indexOf(words))).toEqual(
    at.map((words) => alone.indexOf(words)).toSorted((a, b) => a - b),
  );
  expect(alone).toContain(`${"a".repeat(80)}?x=1&amp;y=2</span>`);

  const labelled = html({ button, text: `Olá!\n\nA senha: ${url}\nOutra linha\n` });
  expect(labelled).not.toContain("A senha");
  const sentence = html({
    button,
    text: `Olá!\n\nPara escolher outra senha, abra agora: ${url}\n`,
  });
  expect(sentence).toContain("<p>Para escolher outra senha, abra agora:</p>");
  const absent = html({ button, text: "Olá!\n\nFim.\n\nMar de Minas\n" });
  expect(absent.indexOf("Fim.")).toBeLessThan(absent.indexOf("Escolher nova senha"));
});

test("what the plain text says of the address, HTML says of the button; amounts keep their sign", () => {
  const url = `${site}/nova-senha/abc`;
  const text = `Olá!\n\nPara escolhê-la, abra este endereço:\n\n${url}\n\nDepois, R$ 25,00 por mês.\n`;
  const source = html({ button: { label: "Escolher nova senha", url }, text });
  expect(source).toContain("<p>Para escolhê-la, toque no botão:</p>");
  expect(source).not.toContain("abra este endereço");
  expect(source).toContain("Depois, R$\u00a025,00 por mês.");
  expect(html({ text })).toContain("abra este endereço:");
});

test("lines with an address become links: named by their words, or shown shortened", () => {
  const token = "b".repeat(83);
  const whatsapp = "https://wa.me/5537999990000?text=Ol%C3%A1";
  const source = html({
    links: [whatsapp],
    unsubscribe: `${site}/sem-numeros/${token}`,
    text: `Está ocupado: ${site}/pergunta/${token}?resposta=ocupado
Responder no WhatsApp: ${whatsapp}

Veja tudo em ${site}/operador.

Para não receber mais:
${site}/sem-numeros/${token}
`,
  });
  expect(source).toContain(">Está ocupado</a>");
  expect(source).toContain(">Responder no WhatsApp</a>");
  expect(source).toContain(">mardeminas.example/operador</a>.");
  expect(source).toContain(">Não receber mais</a>");
  expect(links(source)).toEqual([
    `${site}/pergunta/${token}?resposta=ocupado`,
    whatsapp,
    `${site}/operador`,
    `${site}/sem-numeros/${token}`,
  ]);
});

test("lists, headings and the facts of a listing keep their shape", () => {
  const source = html({
    text: `Olá!

COMO RESPONDER

Isto precisa das suas mãos:
- Disco <cheio>
- Backup

Rancho do Lago, no Turvo
Visualizações: 3
Telefone: 1

Seu anúncio fica no ar até 31/12/2026,
com fotos e calendário.
`,
  });
  expect(source).toContain("<h2>COMO RESPONDER</h2>");
  expect(source).toContain("<ul><li>Disco &lt;cheio&gt;</li><li>Backup</li></ul>");
  expect(source).toContain("<p><b>Rancho do Lago, no Turvo</b><br>Visualizações: 3<br>Telefone: 1");
  expect(source).toContain("31/12/2026, com fotos e calendário.");
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
