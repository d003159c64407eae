import { expect, test } from "vitest";
import { writeAccountPage } from "./account-page.ts";

const photo = "fotos/rancho/01.jpg";

const data = {
  geradoEm: new Date("2026-11-26T13:30:00Z"),
  conta: {
    displayName: "Maria <script>alert(1)</script>",
    emailVerified: true,
    naEquipeDesde: null,
    umNomeNovo: 0,
  },
  anuncios: [
    {
      title: 'Rancho "da" Zé & Cia',
      body: "Linha um\nLinha dois",
      lazer: ["Sauna", "Piscina"],
      datasIndisponiveis: ["2026-12-24", "2026-12-25"],
      visitas: [
        { day: "2026-11-01", kind: "visita", n: 3 },
        { day: "2026-11-02", kind: "whatsapp", n: 1 },
      ],
      fotos: [
        { arquivo: photo, alt: 'A "vista"', sha256: null },
        { arquivo: "fotos/rancho/02.jpg", alt: "" },
      ],
    },
  ],
  rascunho: null,
  perguntas: [],
  mensagens: "As mensagens não estão aqui.",
};

const page = writeAccountPage(data, new Set([photo]));

test("everything in the archive can be read, with words for names and Brazilian dates", () => {
  for (const text of [
    "<dt>Nome</dt>",
    "<dt>E-mail confirmado</dt><dd>Sim</dd>",
    "<dt>Um nome novo</dt><dd>0</dd>",
    "Linha um<br>Linha dois",
    "Sauna, Piscina",
    "24/12/2026, 25/12/2026",
    "<td>01/11/2026</td><td>visita</td><td>3</td>",
    "As mensagens não estão aqui.",
    "em 26/11/2026, 10:30",
    'href="dados.json"',
  ]) {
    expect(page).toContain(text);
  }
  expect(page).not.toContain("rascunho");
  expect(page).not.toContain("Perguntas recebidas");
});

test("photos are shown by their paths in the archive, the lost ones named", () => {
  expect(page).toContain(`<img src="${photo}" alt="A &quot;vista&quot;" loading="lazy">`);
  expect(page).toContain("fotos/rancho/02.jpg: o arquivo não está mais aqui.");
});

test("what people typed is text, and nothing is loaded from elsewhere", () => {
  expect(page).toContain("Maria &lt;script&gt;alert(1)&lt;/script&gt;");
  expect(page).toContain("Rancho &quot;da&quot; Zé &amp; Cia");
  expect(page).not.toMatch(/<script|<link|https?:|url\(/);
});
