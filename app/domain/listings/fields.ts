import type { IconName } from "../../platform/ui/icon-names.ts";
import { maxNights } from "../calendar/stays.ts";
import { rateLabels } from "../prices/money.ts";
import { locationOptions } from "../region/locations.ts";

export const formSections = {
  fotos: "Fotos",
  imovel: "O imóvel",
  precos: "Preços",
  onde: "Onde fica",
  quartos: "Quartos e pessoas",
  lazer: "Lazer",
  contato: "Contato",
} as const;

/** Folded: what an ad can do without, or get later. */
export const detailSections = {
  regras: "Regras de preço",
  endereco: "Endereço e mapa",
  ambientes: "Cômodos por escrito",
  datas: "Datas já ocupadas",
  avisos: "Contato e avisos",
} as const;

type SectionId = keyof typeof formSections | keyof typeof detailSections;

/** The amenities of spec §3. */
export const leisureOptions = [
  "Piscina",
  "Sauna",
  "Churrasqueira",
  "Garagem",
  "Sala de jogos",
] as const;

export type LeisureOption = (typeof leisureOptions)[number];

const nameLimit = 80;
const titleLimit = 120;
const shortLimit = 300;
const longLimit = 5000;
export const countLimit = 999;

/**
 * All fields of a listing (spec §3), in the order of its page. Form, schema, labels, types and
 * queries derive from them; the columns are in `platform/db/schema.ts`.
 */
export const listingFields = {
  foto: {
    kind: "photos",
    label: "Fotos",
    section: "fotos",
    required: "Escolha ao menos uma foto do imóvel.",
  },
  title: {
    kind: "text",
    label: "Título",
    section: "imovel",
    limit: titleLimit,
    required: "Dê um título ao anúncio.",
    onCard: true,
  },
  body: {
    kind: "text",
    label: "Descrição",
    section: "imovel",
    limit: longLimit,
    isLong: true,
    required: "Descreva o imóvel.",
  },
  valorFds: {
    kind: "price",
    label: rateLabels.valorFds,
    section: "precos",
    required: "Diga o valor do final de semana.",
    onCard: true,
  },
  valorDiaria: { kind: "price", label: rateLabels.valorDiaria, section: "precos", onCard: true },
  minimoNoites: {
    kind: "count",
    label: "Mínimo de noites",
    section: "regras",
    least: 1,
    limit: maxNights,
  },
  fdsInteiro: { kind: "flag", label: "Fim de semana só inteiro", section: "regras" },
  observacoesTarifa: {
    kind: "text",
    label: "Observações da tarifa",
    section: "regras",
    limit: shortLimit,
  },
  localizacao: {
    kind: "choice",
    label: "Localização",
    section: "onde",
    options: locationOptions,
    required: "Escolha onde fica o imóvel.",
    onCard: true,
  },
  enderecoCompleto: {
    kind: "text",
    label: "Endereço completo",
    section: "endereco",
    limit: shortLimit,
  },
  estradaDeTerra: {
    kind: "count",
    label: "Estrada de terra até a casa, em km",
    section: "endereco",
    limit: 99,
  },
  mapa: { kind: "position", label: "No mapa", section: "endereco" },
  mapaExato: { kind: "flag", label: "Mostrar o ponto exato", section: "endereco" },
  quantidadeMaximaPessoas: {
    kind: "count",
    label: "Max Pessoas",
    section: "quartos",
    least: 1,
    limit: countLimit,
    onCard: true,
  },
  QuantidadeTotalQuartos: {
    kind: "count",
    label: "Quartos",
    section: "quartos",
    limit: countLimit,
    onCard: true,
  },
  QuantidadeTotalQuartosSuites: {
    kind: "count",
    label: "Suítes",
    section: "quartos",
    limit: countLimit,
    onCard: true,
  },
  detalhamentoQuartosSociais: {
    kind: "text",
    label: "Detalhes dos quartos sociais",
    pageLabel: "Quartos sociais",
    section: "ambientes",
    limit: longLimit,
    isLong: true,
  },
  detalhamentoSuites: {
    kind: "text",
    label: "Detalhes das suítes",
    pageLabel: "Suítes",
    section: "ambientes",
    limit: longLimit,
    isLong: true,
  },
  lazer: {
    kind: "choices",
    label: "Lazer",
    section: "lazer",
    options: leisureOptions,
    onCard: true,
  },
  aceitaPets: {
    kind: "flag",
    label: "Aceita pets",
    section: "lazer",
    icon: "paw-print",
    search: { parameter: "pets", words: "que aceitam pets" },
    onCard: true,
  },
  wifi: {
    kind: "flag",
    label: "Wi-Fi",
    section: "lazer",
    icon: "wifi",
    search: { parameter: "wifi", words: "com Wi-Fi" },
  },
  arCondicionado: {
    kind: "flag",
    label: "Ar-condicionado",
    section: "lazer",
    icon: "air-vent",
    search: { parameter: "ar", words: "com ar-condicionado" },
  },
  beiraDAgua: {
    kind: "flag",
    label: "Beira d’água",
    section: "lazer",
    icon: "waves-horizontal",
    search: { parameter: "beira", words: "na beira d’água" },
  },
  pier: {
    kind: "flag",
    label: "Píer",
    section: "lazer",
    icon: "anchor",
    search: { parameter: "pier", words: "com píer" },
  },
  cercado: {
    kind: "flag",
    label: "Terreno cercado",
    section: "lazer",
    icon: "fence",
    search: { parameter: "cercado", words: "com terreno cercado" },
  },
  berco: {
    kind: "flag",
    label: "Berço",
    section: "lazer",
    icon: "baby",
    search: { parameter: "berco", words: "com berço" },
  },
  acessivel: {
    kind: "flag",
    label: "Acessível para cadeira de rodas",
    section: "lazer",
    icon: "accessibility",
    search: { parameter: "acessivel", words: "acessíveis para cadeira de rodas" },
  },
  detalhesCozinha: { kind: "text", label: "Cozinha", section: "ambientes", limit: shortLimit },
  detalhesSala: { kind: "text", label: "Sala", section: "ambientes", limit: shortLimit },
  beneficiosImovel: {
    kind: "text",
    label: "Benefícios do imóvel",
    section: "ambientes",
    limit: shortLimit,
  },
  datasIndisponiveis: { kind: "dates", label: "Datas indisponíveis", section: "datas" },
  telefone: {
    kind: "phone",
    label: "Telefone",
    section: "contato",
    required: "Diga um telefone para contato.",
    onCard: true,
  },
  whatsapp: { kind: "flag", label: "WhatsApp", section: "contato", onCard: true },
  nomeContato: {
    kind: "text",
    label: "Nome para contato",
    section: "avisos",
    limit: nameLimit,
    onCard: true,
  },
  // "Telefone" in its label would make two controls answer to that name.
  telefone2: { kind: "phone", label: "Outro número", section: "avisos" },
  nomePix: {
    kind: "text",
    label: "Nome no Pix",
    section: "avisos",
    limit: nameLimit,
    isWithheld: true,
  },
  maioresInformacoes: {
    kind: "text",
    label: "Mais informações",
    section: "avisos",
    limit: longLimit,
    isLong: true,
  },
  observacao: {
    kind: "text",
    label: "Observação",
    section: "avisos",
    limit: longLimit,
    isLong: true,
  },
} as const satisfies Record<string, FieldDefinition>;

type Fields = typeof listingFields;
type NamesWhere<Condition> = {
  [Name in keyof Fields]: Fields[Name] extends Condition ? Name : never;
}[keyof Fields];

export type FieldName = keyof Fields;

export type TextFieldName = NamesWhere<{ kind: "text" }>;

/** Photos and dates have tables of their own, a position two columns, all others one column. */
export type ColumnName = Exclude<FieldName, NamesWhere<{ kind: "photos" | "dates" | "position" }>>;
export type PublicColumnName = Exclude<ColumnName, NamesWhere<{ isWithheld: true }>>;
export type CardColumnName = Extract<NamesWhere<{ onCard: true }>, ColumnName>;
export type AmenityFlagName = NamesWhere<{ kind: "flag"; section: "lazer" }>;
export type FilterFlagName = NamesWhere<{ kind: "flag"; search: object }>;
export type FlagParameter = Fields[FilterFlagName]["search"]["parameter"];

interface ValueOfKind {
  text: string;
  phone: string;
  choice: string;
  choices: string[];
  count: number | null;
  flag: boolean;
}

type ValueOf<Field> = Field extends { kind: "price" }
  ? Field extends { required: string }
    ? string
    : string | null
  : Field extends { kind: keyof ValueOfKind }
    ? ValueOfKind[Field["kind"]]
    : never;

export type ColumnValues = { [Name in ColumnName]: ValueOf<Fields[Name]> };

export const fieldNames = Object.keys(listingFields) as FieldName[];

export const columnNames = fieldNames.filter((name): name is ColumnName => {
  const { kind } = listingFields[name];
  return kind !== "photos" && kind !== "dates" && kind !== "position";
});

export const publicColumnNames = columnNames.filter(
  (name): name is PublicColumnName => !("isWithheld" in listingFields[name]),
);

export const cardColumnNames = columnNames.filter(
  (name): name is CardColumnName => "onCard" in listingFields[name],
);

function emptyValue({ kind }: FieldDefinition): unknown {
  if (kind === "flag") return false;
  if (kind === "choices") return [];
  return kind === "price" || kind === "count" ? null : "";
}

export const emptyColumns = Object.fromEntries(
  columnNames.map((name) => [name, emptyValue(listingFields[name])]),
) as ColumnValues;

const flags = fieldNames.flatMap((name) => {
  const field: FieldDefinition = listingFields[name];
  return field.kind === "flag" ? [{ ...field, name, onCard: field.onCard ?? false }] : [];
});

export const amenityFlags = flags
  .filter(({ section }) => section === "lazer")
  .map(({ name, label, icon = "check" as const }) => {
    return { name: name as AmenityFlagName, label, icon };
  });

export const filterFlags = flags.flatMap(({ name, label, onCard, search }) =>
  search
    ? [
        {
          name: name as FilterFlagName,
          label,
          onCard,
          parameter: search.parameter as FlagParameter,
          words: search.words,
        },
      ]
    : [],
);

interface CommonDefinition {
  label: string;
  section: SectionId;
  /** The error if left empty; without it, the field is optional. */
  required?: string;
  onCard?: true;
  /** Public on conditions of its own, and so not among the columns of every ad's page. */
  isWithheld?: true;
}

/**
 * A `price` is canonical BRL text ("1350" or "1350.50") above zero, a `phone` digits, a `count` from
 * `least` (0) to `limit`; a text's `limit` is in characters, and without `isLong` it is
 * one line. A `flag` in section `lazer` is an
 * amenity; `search` makes it a search filter, with a query parameter and wording.
 */
export type FieldDefinition = CommonDefinition &
  (
    | { kind: "text"; limit: number; pageLabel?: string; isLong?: true }
    | { kind: "price" | "phone" }
    | { kind: "count"; limit: number; least?: number }
    | { kind: "choice" | "choices"; options: readonly string[] }
    | { kind: "flag"; icon?: IconName; search?: { parameter: string; words: string } }
    | { kind: "photos" | "dates" | "position" }
  );
