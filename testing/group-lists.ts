import { and, eq, isNull } from "drizzle-orm";
import { listItems, lists } from "../app/platform/db/list-schema.ts";
import { cookiesOf } from "./cookies.ts";
import type { TestSite } from "./site.ts";

/** A visitor whose browser keeps the cookie of its lists. */
export interface ListVisitor {
  get: (path: string) => Promise<Response>;
  post: (path: string, fields: Fields) => Promise<Response>;
  /** The cookie as the browser would send it to a list. */
  cookie: () => string;
}

type Fields = Record<string, string> | [string, string][];

export function openListBrowser(site: TestSite): ListVisitor {
  let cookie = "";
  async function request(path: string, init: RequestInit) {
    const response = await site.app.request(path, { ...init, headers: { Cookie: cookie } });
    cookie = /mardeminas\.lista=[^;]+/.exec(cookiesOf(response))?.[0] ?? cookie;
    return response;
  }
  return {
    get: (path) => request(path, {}),
    post: (path, fields) => request(path, { method: "POST", body: new URLSearchParams(fields) }),
    cookie: () => cookie,
  };
}

/** Shares a list and returns its path. */
export async function shareList(
  creator: ListVisitor,
  ids: readonly string[],
  plan: Record<string, string> = {},
): Promise<string> {
  const items = ids.map((id): [string, string] => ["anuncio", id]);
  const answer = await creator.post("/lista/nova", [...items, ...Object.entries(plan)]);
  const path = answer.headers.get("Location");
  if (answer.status !== 302 || !path) throw new Error(`list not created: ${answer.status}`);
  return path;
}

export function join(person: ListVisitor, path: string, nome: string): Promise<Response> {
  return person.post(path, { intent: "entrar", nome });
}

export function vote(
  person: ListVisitor,
  path: string,
  anuncio: string,
  voto: "quero" | "nao-quero" | "nenhum",
): Promise<Response> {
  return person.post(path, { intent: "votar", anuncio, voto });
}

/** HTML without the comments by which React separates texts. */
export async function htmlOf(response: Response): Promise<string> {
  return (await response.text()).replaceAll("<!-- -->", "");
}

export const codeOf = (path: string) => path.split("/")[2] ?? "";

export async function findList(site: TestSite, path: string) {
  const [row] = await site.db
    .select()
    .from(lists)
    .where(eq(lists.code, codeOf(path)));
  return row;
}

export function itemsOf(site: TestSite, path: string) {
  return site.db
    .select()
    .from(listItems)
    .where(and(eq(listItems.listCode, codeOf(path)), isNull(listItems.removedAt)));
}
