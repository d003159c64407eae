import { and, asc, eq, isNull, type SQL } from "drizzle-orm";
import { today } from "../calendar/civil-date.ts";
import { formatStay } from "../calendar/stays.ts";
import type { Db } from "../db/client.server.ts";
import { listItems, lists } from "../db/list-schema.ts";
import { photos, posts } from "../db/schema.ts";
import { formatHouses } from "../listings/listing.ts";
import { columnsOf } from "../listings/listings.server.ts";
import { type CardSubject, hexDigest } from "../photos/card-files.server.ts";
import { formatReais, rateLabels } from "../prices/money.ts";
import { plural } from "../ui/words.ts";
import { isPublic } from "../visibility/visibility.server.ts";
import type { CardDetail, CardFigure, CardText } from "./card.ts";

/** To draw all cards again, increase this and make them due in a migration. */
const drawingVersion = 1;

export interface CardContent {
  text: CardText;
  covers: CardCover[];
  /** Changes with anything that the card shows. */
  hash: string;
}

export interface CardCover {
  key: string;
  widths: number[];
  width: number;
  height: number;
}

/** Null if visitors may not see the listing, or the list has none to show. */
export async function findCardContent(db: Db, subject: CardSubject): Promise<CardContent | null> {
  const found =
    "postId" in subject
      ? await describeListing(db, and(eq(posts.id, subject.postId), isPublic))
      : await describeList(db, subject.listCode);
  if (!found) return null;
  return { ...found, hash: hexDigest(JSON.stringify([drawingVersion, found])) };
}

type Described = Omit<CardContent, "hash">;

const coverColumns = {
  key: photos.key,
  widths: photos.widths,
  width: photos.width,
  height: photos.height,
};

const isCover = and(eq(photos.postId, posts.id), eq(photos.position, 0));

/** What a picture of a listing shows, of one such listing. */
export async function describeListing(db: Db, where: SQL | undefined): Promise<Described | null> {
  const [row] = await db
    .select({
      ...columnsOf(["title", "localizacao", "quantidadeMaximaPessoas", "valorDiaria", "valorFds"]),
      cover: coverColumns,
    })
    .from(posts)
    .leftJoin(photos, isCover)
    .where(where);
  if (!row) return null;
  const { valorDiaria, valorFds, quantidadeMaximaPessoas: most } = row;
  return {
    text: {
      place: row.localizacao,
      title: row.title,
      detail: most === null ? null : peopleDetail("até", most),
      figures: [
        ...(valorDiaria === null ? [] : [rate("valorDiaria", valorDiaria)]),
        rate("valorFds", valorFds),
      ],
    },
    covers: row.cover ? [row.cover] : [],
  };
}

function rate(name: keyof typeof rateLabels, amount: string): CardFigure {
  return { amount: formatReais(amount), label: rateLabels[name] };
}

function peopleDetail(before: string, count: number): CardDetail {
  const after = plural(count, "pessoa");
  return { icon: "users", before, number: String(count), after };
}

/** Covers shown together on a list's card. */
const maxCovers = 4;

async function describeList(db: Db, code: string): Promise<Described | null> {
  const [list] = await db.select().from(lists).where(eq(lists.code, code));
  if (!list) return null;
  const rows = await db
    .select({ localizacao: posts.localizacao, cover: coverColumns })
    .from(listItems)
    .innerJoin(posts, eq(posts.id, listItems.postId))
    .leftJoin(photos, isCover)
    .where(and(eq(listItems.listCode, code), isNull(listItems.removedAt), isPublic))
    .orderBy(asc(listItems.createdAt), asc(listItems.postId));
  if (rows.length === 0) return null;
  const places = new Set(rows.map(({ localizacao }) => localizacao));
  const covers = rows.map(({ cover }) => cover).filter((cover) => cover !== null);
  return {
    text: {
      place: places.size === 1 ? [...places].join() : "",
      title: list.nome,
      detail: stayDetail(list),
      figures: [
        {
          amount: formatHouses(rows.length),
          label: "para escolher juntos",
        },
      ],
    },
    covers: covers.slice(0, maxCovers),
  };
}

function stayDetail({
  entrada,
  saida,
  pessoas,
}: Pick<typeof lists.$inferSelect, "entrada" | "saida" | "pessoas">): CardDetail | null {
  if (entrada && saida) {
    const dates = formatStay({ checkIn: entrada, checkOut: saida }, today());
    return { icon: "calendar", before: "", number: dates, after: "" };
  }
  return pessoas === null ? null : peopleDetail("", pessoas);
}
