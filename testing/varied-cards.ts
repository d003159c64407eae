import { readFile } from "node:fs/promises";
import sharp from "sharp";
import type { CardText } from "../app/share-cards/card.ts";
import { makeJpeg } from "./pictures.ts";

interface VariedCard {
  about: string;
  text: CardText;
  photos: Buffer[];
}

const reais = (amount: string) => `R$\u00a0${amount}`;

function adText(
  title: string,
  place: string,
  people: number | null,
  nightly: string | null,
  weekend: string,
): CardText {
  return {
    place,
    title,
    detail: people === null ? null : peopleDetail("até", people),
    figures: [
      ...(nightly === null ? [] : [{ amount: reais(nightly), label: "Noite" }]),
      { amount: reais(weekend), label: "Final de Semana" },
    ],
  };
}

function peopleDetail(before: string, count: number): CardText["detail"] {
  const after = count === 1 ? "pessoa" : "pessoas";
  return { icon: "users", before, number: String(count), after };
}

const longest =
  "Rancho da Família Tavares com píer, lancha, fogão a lenha, piscina aquecida, sauna e vista para os cânions de Furnas";

/** Makes 30 ads, as different as advertisers are; the photos are drawings, noise and gradients. */
export async function makeVariedCards(): Promise<VariedCard[]> {
  const drawn = (name: string, width = 800, height = 600) =>
    readFile(`illustrations/${name}.svg`).then((svg) =>
      sharp(svg).resize({ width, height, fit: "cover" }).jpeg({ quality: 88 }).toBuffer(),
    );
  const noise = await sharp({
    create: {
      ...{ width: 1600, height: 1200, channels: 3, background: "#808080" },
      noise: { type: "gaussian", mean: 128, sigma: 90 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
  const ad = (about: string, text: Parameters<typeof adText>, ...photos: Buffer[]): VariedCard => ({
    about,
    text: adText(...text),
    photos,
  });
  const glória = "São João Batista do Glória";
  return [
    ad(
      "the usual one",
      ["Rancho Beira d’Água", "Escarpas do Lago", 16, "950", "2.400"],
      await drawn("piscina"),
    ),
    ad(
      "a long title",
      [
        "Rancho da Família Tavares, com píer, lancha, fogão a lenha e vista para os cânions",
        glória,
        24,
        "1.280",
        "3.200",
      ],
      await drawn("canion"),
    ),
    ad("no nightly price", ["Casa do Ipê", glória, 10, null, "1.350"], await drawn("rancho")),
    ad(
      "a portrait cover",
      ["Chalé do Poço Verde", "Guapé", 4, "280", "690"],
      await drawn("cachoeira", 600, 800),
    ),
    ad(
      "120 letters",
      [longest.padEnd(120, " e mar"), "Capitólio", 30, "2.150", "5.400"],
      await drawn("lago-amanhecer"),
    ),
    ad(
      "120 letters, portrait",
      [longest.padEnd(120, " e mar"), glória, 30, "12.150", "35.400"],
      await drawn("casca-danta", 600, 900),
    ),
    ad(
      "one word of 120 letters",
      ["Tavares".repeat(18).slice(0, 120), "Funil", 8, "400", "900"],
      await drawn("serra-estrada"),
    ),
    ad("without a photo", ["Sítio Café Miúdo", "Piumhi", 8, "390", "980"]),
    ad("the least", ["Flat", "Dique", null, null, "1"]),
    ad("one person", ["Quarto da Lina", "Turvo", 1, "90", "200"], await drawn("quarto")),
    ad(
      "999 people",
      ["Acampamento do Funil", "Funil", 999, "15.000", "40.000"],
      await drawn("fogueira"),
    ),
    ad(
      "the highest prices",
      ["Ilha", "Ponta do Sol", 60, "9.999.999,50", "9.999.999,50"],
      await drawn("lancha"),
    ),
    ad(
      "the highest prices, portrait",
      ["Ilha de pé", glória, 60, "9.999.999,50", "9.999.999,50"],
      await drawn("pier", 500, 900),
    ),
    ad("cents", ["Casa da Rua de Cima", "Capitólio", 8, "349,90", "899,90"], await drawn("sala")),
    ad(
      "emoji and fancy letters",
      ["🏡 𝓡𝓪𝓷𝓬𝓱𝓸 do Zé 🌊✨ ☀️", "Escarpas do Lago", 12, "700", "1.900"],
      await drawn("pier"),
    ),
    ad(
      "letters of other languages",
      ["Chalé Őrség, Жизнь", "Serra da Canastra", 6, "450", "1.100"],
      await drawn("chale"),
    ),
    ad(
      "quotes and markup",
      ["<b>“Recanto” & Cia</b>", "Piumhi", 6, "450", "1.100"],
      await drawn("horta-cafe"),
    ),
    ad(
      "capital letters",
      ["RANCHO COM PISCINA E CHURRASQUEIRA", "Escarpas do Lago", 14, "800", "2.100"],
      await drawn("churrasqueira"),
    ),
    ad(
      "34 letters",
      ["Casa do Dique com garagem náutica.", "Dique", 14, "860", "2.100"],
      await drawn("lagoa-azul"),
    ),
    ad(
      "35 letters",
      ["Casa do Dique, com garagem náutica.", "Dique", 14, "860", "2.100"],
      await drawn("mirante"),
    ),
    ad("a long word", ["Desenvolvimentista", "Turvo", 5, "300", "700"], await drawn("jogos")),
    ad(
      "a panorama",
      ["Varanda do Chico", "Serra da Canastra", 5, "260", "650"],
      await drawn("serra-estrada", 1600, 400),
    ),
    ad(
      "a square cover",
      ["Casinha da Rede", "Turvo", 2, "180", "420"],
      await drawn("varanda", 700, 700),
    ),
    ad("a tiny cover", ["Foto pequena", "Guapé", 4, "150", "350"], await makeJpeg(120, 90)),
    ad("a tall cover", ["Torre", "Guapé", 4, "150", "350"], await makeJpeg(400, 1600)),
    ad("noise", ["Foto granulada", "Capitólio", 9, "500", "1.200"], noise),
    ad(
      "grain, portrait",
      ["Foto granulada de pé", "Capitólio", 9, "500", "1.200"],
      await makeJpeg(900, 1200, { detail: true }),
    ),
    ad("a white cover", ["Casa Branca", "Ponta do Sol", 7, "320", "820"], await plain("#ffffff")),
    ad("a black cover", ["Noite no lago", "Ponta do Sol", 7, "320", "820"], await plain("#000000")),
    ad(
      "accents",
      ["Içá, Ñandu, Àquele Ünico Pôr do Sol", "São João Batista do Glória", 11, "610", "1.480"],
      await drawn("baloes"),
    ),
  ];
}

function plain(background: string): Promise<Buffer> {
  return sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();
}
