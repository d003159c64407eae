import { describe, expect, test } from "vitest";
import { sampleListing } from "../../../testing/listing.ts";
import { today } from "../../domain/calendar/civil-date.ts";
import { exampleRange } from "../../domain/calendar/day-picker/typed-dates.ts";
import { emptyColumns } from "../../domain/listings/fields.ts";
import type { Position } from "../../domain/region/position.ts";
import { readPhone } from "../../platform/ui/forms/read-phone.server.ts";
import { listingFormValue, listingSchema, parseListingForm } from "./listing-schema.ts";

const schema = listingSchema(readPhone);

const complete = {
  foto: ["foto-1", "foto-2"],
  title: "Casa do Ipê",
  body: "Varanda de frente para o ipê.",
  valorFds: "1.350",
  telefone: "(35) 99734-1187",
  whatsapp: "on",
  localizacao: "Capitólio",
};

type Fields = Record<string, string | string[]>;

function parse(fields: Fields) {
  const formData = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value].flat()) formData.append(name, each);
  }
  return parseListingForm(formData, schema);
}

function accept(fields: Fields) {
  const submission = parse({ ...complete, ...fields });
  if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
  return submission.value;
}

function refuse(fields: Fields) {
  const submission = parse(fields);
  if (submission.status === "success") throw new Error("accepted");
  return submission.error;
}

describe("a listing form", () => {
  test("with required fields only", () => {
    expect(accept({})).toEqual({
      photoIds: ["foto-1", "foto-2"],
      shownDays: [],
      modelId: "",
      input: {
        ...emptyColumns,
        title: "Casa do Ipê",
        body: "Varanda de frente para o ipê.",
        valorFds: "1350",
        localizacao: "Capitólio",
        position: null,
        unavailableDays: [],
        telefone: "35997341187",
        whatsapp: true,
      },
    });
  });

  test("with all other fields", () => {
    const { input } = accept({
      valorDiaria: "R$ 520,50",
      quantidadeMaximaPessoas: "10",
      QuantidadeTotalQuartos: "0",
      lazer: ["Sauna", "Piscina", "Sauna"],
      datasIndisponiveis: "12/03/2026, 11/03/2026,,12/03/2026",
      whatsapp: "on",
      nomePix: ` ${"x".repeat(80)} `,
      maioresInformacoes: "Entrada às 14h\r\nSaída às 12h",
    });
    expect(input).toMatchObject({
      valorDiaria: "520.50",
      quantidadeMaximaPessoas: 10,
      QuantidadeTotalQuartos: 0,
      lazer: ["Piscina", "Sauna"],
      unavailableDays: ["2026-03-11", "2026-03-12"],
      whatsapp: true,
      nomePix: "x".repeat(80),
      maioresInformacoes: "Entrada às 14h\nSaída às 12h",
    });
  });

  test.each([
    ["2.400", "2400"],
    ["2.400,50", "2400.50"],
    ["500,", "500"],
  ])("with the price %s, masked or not, as %s", (typed, stored) => {
    const { input } = accept({ valorFds: typed, valorDiaria: typed });
    expect([input.valorFds, input.valorDiaria]).toEqual([stored, stored]);
  });

  test("when empty asks for an image first, and names each field", () => {
    expect(refuse({})).toEqual({
      "": ["Por favor, selecione ao menos uma imagem."],
      foto: ["Escolha ao menos uma foto do imóvel."],
      title: ["Dê um título ao anúncio."],
      body: ["Descreva o imóvel."],
      valorFds: ["Diga o valor do final de semana."],
      telefone: ["Diga um telefone para contato."],
      localizacao: ["Escolha onde fica o imóvel."],
    });
  });

  test.each(["title", "body", "valorFds", "telefone", "localizacao"])("without %s", (name) => {
    const error = refuse({ ...complete, [name]: "  " });
    expect(error?.[""]).toEqual(["Por favor, preencha todos os campos!"]);
    expect(Object.keys(error ?? {})).toHaveLength(2);
    expect(error).toHaveProperty(name);
  });

  test.each([
    ["title", "a".repeat(121), "Use até 120 caracteres. Agora são 121."],
    ["detalhesSala", "a".repeat(301), "Use até 300 caracteres. Agora são 301."],
    ["nomePix", "a".repeat(81), "Use até 80 caracteres. Agora são 81."],
    ["body", "a".repeat(5001), "Use até 5000 caracteres. Agora são 5001."],
    ["valorFds", "caro", "Escreva o valor em reais, como 1.350 ou 1.350,50."],
    ["telefone", "99734-1187", "Escreva o telefone com DDD: são 10 ou 11 números."],
    [
      "telefone",
      "(35) 99734-11879",
      "Esse telefone não existe no Brasil. Confira o DDD e os números.",
    ],
    ["localizacao", "Paris", "Escolha um dos lugares da lista."],
    ["lazer", "Heliponto", "Escolha só o que está na lista."],
    ["valorFds", "0", "Escreva um valor maior que zero."],
    ["valorDiaria", "0", "Escreva um valor maior que zero, ou deixe em branco."],
    ["quantidadeMaximaPessoas", "0", "Use um número inteiro, de 1 a 999, ou deixe em branco."],
    ["QuantidadeTotalQuartos", "2.5", "Use um número inteiro, de 0 a 999."],
    ["QuantidadeTotalQuartosSuites", "-1", "Use um número inteiro, de 0 a 999."],
    [
      "title",
      "Rancho \0",
      "Há um caractere aqui que não dá para guardar. Apague-o e digite de novo.",
    ],
    [
      "title",
      "Rancho\nGANHE JÁ",
      "Há um caractere aqui que não dá para guardar. Apague-o e digite de novo.",
    ],
    ["nomeContato", "Jo\u00adsé", "Há um caractere invisível aqui. Apague tudo e digite de novo."],
    [
      "enderecoCompleto",
      "Rua \u202eA",
      "Há um caractere invisível aqui. Apague tudo e digite de novo.",
    ],
    ["foto", "../etc", "Uma das fotos se perdeu. Remova-a e envie de novo."],
  ])("refuses %s %j", (name, value, sentence) => {
    expect(refuse({ ...complete, [name]: value })).toEqual({
      "": ["Confira os campos marcados."],
      [name]: [sentence],
    });
  });

  test("accepts ten photos and refuses an eleventh", () => {
    const ids = Array.from({ length: 11 }, (_, index) => `foto-${index}`);
    expect(accept({ foto: ids.slice(0, 10) }).photoIds).toHaveLength(10);
    expect(refuse({ ...complete, foto: ids })?.foto).toEqual(["Cada anúncio leva até 10 fotos."]);
  });

  test("keeps typed values and drops unknown fields", () => {
    const submission = parse({ title: "Rancho", __intent__: "{", "a[9].b": "x" });
    expect(submission.reply().initialValue).toEqual({ title: "Rancho" });
  });
});

describe("typed dates", () => {
  const example = `Escreva assim: 11/03/2026, ou ${exampleRange(today())} para dias seguidos.`;
  const problemOf = (datasIndisponiveis: string) =>
    refuse({ ...complete, datasIndisponiveis })?.datasIndisponiveis?.[0];

  test("may be ranges", () => {
    expect(accept({ datasIndisponiveis: "31/12/2026 a 02/01/2027" }).input.unavailableDays).toEqual(
      ["2026-12-31", "2027-01-01", "2027-01-02"],
    );
  });

  test.each([
    ["01/03/2026,31/02/2026", "31/02/2026 não é uma data."],
    ["31/02/2026,amanhã", "31/02/2026 e amanhã não são datas."],
    ["02/01/2027 a 24/12/2026", "Em 02/01/2027 a 24/12/2026 o fim vem antes do começo."],
    ["01/01/2026 a 01/01/2029", "Um período vai até dois anos; divida 01/01/2026 a 01/01/2029."],
    ["a,b,c,d,e,f,g", "a, b, c, d, e e mais 2 não são datas."],
    ["x".repeat(201), `${"x".repeat(200)}… não é uma data.`],
  ])("%j are refused with the text as it was written", (text, problem) => {
    expect(problemOf(text)).toBe(`${problem} ${example}`);
  });

  test("may be at most 1830 days", () => {
    const years = "01/01/2026 a 31/12/2027,01/01/2028 a 31/12/2029,01/01/2030 a 31/12/2031";
    expect(problemOf(years)).toBe("Marque até 1830 dias.");
  });
});

describe("a title of the ad it was begun from", () => {
  const model = { modelo: "m", modeloTitulo: "Casa do Ipê" };

  test("is questioned, however it is written, and accepted when confirmed", () => {
    for (const title of ["Casa do Ipê", " casa  do ipê "]) {
      expect(refuse({ ...complete, ...model, title })?.title).toEqual([
        "“Casa do Ipê” já é o título do outro anúncio. Dê a esta casa o nome dela, ou confirme abaixo.",
      ]);
    }
    expect(accept({ ...model, mesmoTitulo: "on" }).modelId).toBe("m");
  });

  test("raises no question once it has changed, or for an ad without a model", () => {
    expect(accept({ ...model, title: "Casa do Ipê Amarelo" }).modelId).toBe("m");
    expect(accept({}).modelId).toBe("");
  });
});

describe("more suites than rooms", () => {
  const rooms = { QuantidadeTotalQuartos: "2", QuantidadeTotalQuartosSuites: "3" };

  test("are questioned once, and accepted when confirmed", () => {
    const error = refuse({ ...complete, ...rooms, title: "" });
    expect(error?.QuantidadeTotalQuartosSuites).toEqual([
      "São 3 suítes com 2 quartos? Suítes também contam como quartos. Corrija, ou confirme abaixo.",
    ]);
    expect(Object.keys(error ?? {}).sort()).toEqual(["", "QuantidadeTotalQuartosSuites", "title"]);
    expect(accept({ ...rooms, maisSuites: "on" }).input).toMatchObject({
      QuantidadeTotalQuartos: 2,
      QuantidadeTotalQuartosSuites: 3,
    });
  });

  test("need the number of rooms to be questioned", () => {
    expect(accept({ QuantidadeTotalQuartosSuites: "3" }).input).toMatchObject({
      QuantidadeTotalQuartos: null,
    });
    const error = refuse({ ...complete, ...rooms, QuantidadeTotalQuartos: "dois" });
    expect(error).not.toHaveProperty("QuantidadeTotalQuartosSuites");
  });

  test("of a published ad open confirmed", () => {
    const listing = { ...sampleListing(), nomePix: "", version: 1 };
    expect(listingFormValue({ ...listing, QuantidadeTotalQuartosSuites: 7 })).toMatchObject({
      maisSuites: "on",
    });
    expect(listingFormValue(listing)).not.toHaveProperty("maisSuites");
  });
});

describe("the position on the map", () => {
  const capitolio = { latitude: -20.6147, longitude: -46.0497 };

  test("is optional", () => {
    expect(accept({ mapa: " " }).input.position).toBeNull();
    expect(accept({}).input).toMatchObject({ position: null, mapaExato: false });
  });

  test("is read with its precision", () => {
    expect(accept({ mapa: "-20,6147, -46,0497" }).input.position).toEqual(capitolio);
    const url = "https://www.google.com/maps/@-20.6147,-46.0497,15z";
    expect(accept({ mapa: url, mapaExato: "on" }).input).toMatchObject({
      position: capitolio,
      mapaExato: true,
    });
  });

  test("is explained if it is a short link", () => {
    expect(refuse({ ...complete, mapa: "https://maps.app.goo.gl/x" })?.mapa?.[0]).toContain(
      "Links curtos",
    );
  });

  test("needs a confirmation outside the region", () => {
    const mapa = "-23.55, -46.63";
    const error = refuse({ ...complete, mapa });
    expect(error?.mapa?.[0]).toContain("fora da região");
    expect(error?.[""]).toEqual(["Confira os campos marcados."]);
    expect(accept({ mapa, mapaFora: "on" }).input.position).toEqual({
      latitude: -23.55,
      longitude: -46.63,
    });
    // The confirmation allows nothing else.
    expect(refuse({ ...complete, mapa: "-95, -46", mapaFora: "on" })?.mapa?.[0]).toContain(
      "A latitude vai de",
    );
  });

  test("comes back as it was stored, with its confirmation", () => {
    const listing = { ...sampleListing(), nomePix: "", version: 1 };
    const written = (position: Position | null) =>
      listingFormValue({ ...listing, position, mapaExato: true });
    expect(written(capitolio)).toMatchObject({ mapa: "-20.6147, -46.0497", mapaExato: "on" });
    expect(written(capitolio)).not.toHaveProperty("mapaFora");
    expect(written(null)).toMatchObject({ mapa: "" });
    expect(written({ latitude: -23.55, longitude: -46.63 })).toMatchObject({
      mapa: "-23.55, -46.63",
      mapaFora: "on",
    });
  });
});
