import { z } from "zod";
import { landmarks } from "../../../domain/region/gazetteer.ts";
import { type Location, locationOptions } from "../../../domain/region/locations.ts";
import { describeRoad, findRoad, formatDrive } from "../../../domain/region/roads.ts";
import { sceneNames } from "../../../platform/ui/pictures/scene-names.ts";
import {
  readMarkdown,
  renderMarkdown,
  splitSections,
} from "../../../platform/ui/prose/markdown.server.ts";
import type { Place, PlaceSummary } from "./place.ts";

const fact = z.string().min(5).max(90);

const fields = z.strictObject({
  id: z.coerce.number(),
  localizacao: z.enum(locationOptions),
  imagem: z.enum(sceneNames),
  alt: z.string().min(20).max(160),
  mapa: z.string().min(10).max(120),
  resumo: z.string().min(40).max(160),
  tempo: fact,
  preco: fact,
  horario: fact,
  criancas: fact,
  chuva: fact,
});

/** Reads a place; throws with the file's name if it is malformed. */
export function readPlace(file: string, text: string): Place {
  const { fields: known, body } = readMarkdown(file, text, fields);
  const landmark = landmarks.find(({ id }) => id === known.id);
  if (!landmark) throw new Error(`${file}: no landmark has this id`);
  const { intro, sections } = splitSections(body);
  if (!intro || sections.length === 0) throw new Error(`${file}: no opening, or no ## below it`);
  return {
    ...known,
    nome: landmark.name,
    ponto: landmark.point,
    intro: renderMarkdown(intro),
    descricao: renderMarkdown(body.slice(intro.length)),
  };
}

const files = import.meta.glob<string>("./content/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

const places = Object.entries(files)
  .map(([file, text]) => readPlace(file, text))
  .sort((one, other) => one.id - other.id);

/** Lists places by their id. */
export function listPlaces({ except }: { except?: number } = {}): PlaceSummary[] {
  return places
    .filter(({ id }) => id !== except)
    .map(({ id, nome, localizacao, imagem, alt, resumo, ponto }) => {
      return { id, nome, localizacao, imagem, alt, resumo, ponto };
    });
}

/** Lists the locations by their time to a place, the nearest first. */
export function listRoadsTo(id: number): { localizacao: Location; drive: string }[] {
  return locationOptions
    .flatMap((localizacao) => {
      const road = findRoad(localizacao, id);
      return road ? [{ localizacao, road }] : [];
    })
    .sort((one, other) => one.road.minutes - other.road.minutes)
    .map(({ localizacao, road }) => {
      return { localizacao, drive: `${formatDrive(road)}, ${describeRoad(road)}` };
    });
}

export function findPlace(id: string): Place | null {
  return places.find((place) => String(place.id) === id) ?? null;
}
