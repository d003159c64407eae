interface House {
  id: string;
  title: string;
  place: string;
  weekend: string;
  night: string;
  facts: [name: string, count: number][];
  amenities: string[];
  phone: string;
  photos: { id: string; key: string; widths: number[]; color: string }[];
}

const owner = "15f0fdbf-c105-4622-0d50-a6928b9505b2";

/** Twelve houses, as a page of the site lists, each with as much on its card. */
export const houses: House[] = Array.from({ length: 12 }, (_, n) => ({
  id: `62076867-6e15-65cf-ad01-d54571b62c${10 + n}`,
  title: `Rancho Pôr do Sol ${n}`,
  place: "Escarpas do Lago",
  weekend: "R$ 1.350",
  night: "R$ 450",
  facts: [
    ["Max Pessoas", 4 + n],
    ["Quartos", 3],
    ["Suítes", 2],
  ],
  amenities: ["Piscina", "Churrasqueira", "Garagem", "Sala de jogos"],
  phone: `(37) 90000-10${10 + n}`,
  photos: Array.from({ length: 3 }, (_, place) => {
    const id = `22595f56-008d-e38b-775b-803083af1${100 + 3 * n + place}`;
    const key = `imoveis/${owner}/images/0/${id}-rancho`;
    return { id, key, widths: [400, 800, 1600], color: "#a9b7ba" };
  }),
}));
