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
      valorFds: "2400",
      valorDiaria: "650.50",
      telefone: "37900010264",
      pausedBy: "plan",
      calendarios: [
        { nome: "Airbnb", nights: "{[2026-12-11,2026-12-13),[2027-01-02,2027-01-05)}" },
      ],
      fotos: [
        { arquivo: photo, alt: 'A "vista"', sha256: null },
        { arquivo: "fotos/rancho/02.jpg", alt: "" },
      ],
    },
  ],
  rascunho: null,
  perguntas: [],
  pedidosDePlano: [{ plano: "basico", por: "mes", cents: 2550, settledAs: "received" }],
  sessoes: [
    {
      criadaEm: "2026-11-01T13:00:00.000Z",
      usadaEm: "2026-11-25T13:00:00.000Z",
      valeAte: "2026-12-25T13:00:00.000Z",
      entrarDeNovoEm: "2027-01-30T13:00:00.000Z",
      navegador: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      enderecoIp: "203.0.113.7",
    },
  ],
  emails: [{ subject: "Seu anúncio está no ar", state: "sent", createdAt: null, sentAt: null }],
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
    "<td>01/11/2026</td><td>Visualização</td><td>3</td>",
    "<dt>Final de Semana</dt><dd>R$\u00a02.400</dd>",
    "<dt>Noite</dt><dd>R$\u00a0650,50</dd>",
    "<dt>Telefone</dt><dd>(37) 90001-0264</dd>",
    "<dt>Pausado por</dt><dd>o fim do plano</dd>",
    "<td>11/12/2026 a 13/12/2026, 02/01/2027 a 05/01/2027</td>",
    "<dt>Plano</dt><dd>Plano Básico</dd>",
    "<dt>Prazo</dt><dd>1 mês</dd>",
    "<dt>Valor</dt><dd>R$\u00a025,50</dd>",
    "<dt>Resultado</dt><dd>recebido</dd>",
    "<dt>Situação</dt><dd>enviado</dd>",
    "<dt>Aparelho</dt><dd>Firefox no Linux</dd>",
    "<dt>Pede para entrar de novo em</dt><dd>30/01/2027, 10:00</dd>",
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
