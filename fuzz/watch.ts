import { sql } from "drizzle-orm";
import { flashOf } from "../testing/cookies.ts";
import type { FuzzRequest } from "./fuzz-request.ts";
import {
  alertTables,
  type ConfirmedAlert,
  findAlertChanges,
  readAlertChanges,
} from "./watch-alerts.ts";
import { type Diff, diff, findListChanges, inRange, listTables, type Row } from "./watch-lists.ts";
import {
  type ConfirmedOrder,
  findOrderChanges,
  isOrderLetter,
  orderTable,
  readOrders,
} from "./watch-orders.ts";
import {
  type ConfirmedQuestion,
  findQuestionChanges,
  isQuestionLetter,
  questionTable,
  readQuestions,
} from "./watch-questions.ts";
import {
  type ConfirmedTestimonial,
  findTestimonialChanges,
  isTestimonialLetter,
  readTestimonials,
  testimonialTable,
} from "./watch-testimonials.ts";
import type { World } from "./world.ts";

const ownerOf = (postId: string) => `(select uid::text from posts where id = t.${postId})`;

/** Columns of each watched table: id, owner, hash of the row, and a detail the checks need. */
const watched = {
  users: `id::text, id::text, md5((t.*)::text), null`,
  accounts: `id::text, "userId"::text, md5((t.*)::text), null`,
  sessions: `id::text, "userId"::text, md5((t.*)::text), token`,
  verifications: `id::text, null, md5((t.*)::text), identifier`,
  outbox: `id::text, null, md5((t.*)::text),
    case when ${isTestimonialLetter} then 'testimonial'
      when ${isQuestionLetter} then 'question'
      when content->>'about' is not null then 'alert'
      when ${isOrderLetter} then 'order'
      when content->>'kind' = 'letter' and "userId" is null then 'notice' else content->>'kind' end`,
  posts: `id::text, uid::text, md5((t.*)::text), version::text`,
  deleted_posts: `id::text, null, md5((t.*)::text), null`,
  photos: `id::text, uid::text, md5((t.*)::text), "postId"::text`,
  uploads: `id::text, uid::text, md5((t.*)::text), null`,
  unavailable_days: `"postId"::text || day, ${ownerOf('"postId"')}, '', "postId"::text`,
  listing_checks: `"postId"::text, ${ownerOf('"postId"')}, md5((t.*)::text), "postId"::text`,
  seasons: `id::text, ${ownerOf('"postId"')}, md5((t.*)::text), "postId"::text`,
  feeds: `id::text, ${ownerOf('"postId"')}, md5((t.*)::text), "postId"::text`,
  double_bookings: `id::text, ${ownerOf('"postId"')}, md5((t.*)::text), "postId"::text`,
  stay_notes: `id::text, ${ownerOf('"postId"')}, md5((t.*)::text), "postId"::text`,
  reports: `id::text, null, coalesce("settledAs", ''), "postId"::text`,
  ...listTables,
  ...alertTables,
  questions: questionTable,
  plan_orders: orderTable,
  testimonials: testimonialTable,
  staff: `"userId"::text, "userId"::text, '', null`,
  audit_log: `id::text, null, md5((t.*)::text), action`,
  listing_changes: `id::text, ${ownerOf("id")}, at::text, id::text`,
} as const;

type Table = keyof typeof watched;

export type Snapshot = Record<Table, Map<string, Row>>;

export async function takeSnapshot({ site }: World): Promise<Snapshot> {
  const tables = Object.entries(watched).map(async ([table, columns]) => {
    const { rows } = await site.db.execute<{ id: string; o: string; h: string; m: string }>(
      sql.raw(`select x.* from ${table} t, lateral (select ${columns}) as x(id, o, h, m)`),
    );
    return [
      table,
      new Map(rows.map(({ id, o, h, m }) => [id, { id, owner: o, hash: h, more: m }])),
    ];
  });
  return Object.fromEntries(await Promise.all(tables)) as Snapshot;
}

/** A change that a response confirmed. */
export type Confirmed =
  | ConfirmedAlert
  | { what: "published" | "photo" | "upload" | "cancelled" | "renamed"; uid: string }
  | { what: "edited" | "deleted" | "calendar" | "paused"; uid: string; id: string }
  | { what: "confirmed-by-link"; id: string }
  | { what: "unsubscribed" | "numbers"; uid: string }
  | ConfirmedOrder
  | ConfirmedQuestion
  | ConfirmedTestimonial
  | { what: "reported"; id: string }
  | { what: "list-created" | "list-changed"; code: string }
  | { what: "registered" | "logged-in" | "message" | "reset-sent" | "password-set" | "logged-out" };

export async function readConfirmed(
  world: World,
  request: FuzzRequest,
  response: Response,
  text: string,
): Promise<Confirmed[]> {
  const path = new URL(request.url).pathname.replace(/\.data$/, "");
  const uid = request.actor.user?.uid ?? "";
  if (path.startsWith("/envios")) return readUpload(request, response, uid);
  const ordered = readOrders(request, path);
  if (request.method !== "POST" || ordered.length > 0) return ordered;
  const cookies = response.headers.getSetCookie();
  const flash = await flashOf(response);
  const session = cookies.some((cookie) => /^mardeminas\.session_token=[^;]/.test(cookie));
  const found: Confirmed[] = [];
  if (flash?.text.includes("Anúncio publicado!")) found.push({ what: "published", uid });
  if (flash?.text.includes("Anúncio atualizado!")) {
    found.push({ what: "edited", uid, id: path.split("/")[3] ?? "" });
  }
  if (path === "/dashboard" && text.includes("Anúncio excluído com sucesso")) {
    const id = request.entries.find(([name]) => name === "id")?.[1];
    found.push({ what: "deleted", uid, id: String(id) });
  }
  if (path === "/dashboard" && /Anúncio em pausa: |está no ar de novo\./.test(text)) {
    const id = request.entries.find(([name]) => name === "id")?.[1];
    found.push({ what: "paused", uid, id: String(id) });
  }
  if (path === "/dashboard" && text.includes("os números voltam no mês que vem")) {
    found.push({ what: "numbers", uid });
  }
  const [, calendarOf] = /^\/posts\/([^/]+)\/calendario(\/|$)/.exec(path) ?? [];
  if (calendarOf && response.status === 200) found.push({ what: "calendar", uid, id: calendarOf });
  const [, page, linked = ""] =
    /^\/(calendario-em-dia|sem-lembretes|sem-numeros)\/([^/]+)$/.exec(path) ?? [];
  if (page && response.status === 200) {
    const id = linked.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, "$1-$2-$3-$4-$5");
    if (page === "sem-lembretes") found.push({ what: "unsubscribed", uid: id });
    else if (page === "sem-numeros") found.push({ what: "numbers", uid: id });
    else found.push({ what: "confirmed-by-link", id });
  }
  if (session && path === "/register") found.push({ what: "registered" });
  if (session && path === "/login") found.push({ what: "logged-in" });
  if (flash?.text.includes("E-mail enviado com sucesso!")) found.push({ what: "message" });
  const [, reported] = /^\/posts\/([^/]+)\/denunciar$/.exec(path) ?? [];
  const answer = `${response.headers.get("Location")} ${text}`;
  if (reported && answer.includes("/denunciar?recebida=1"))
    found.push({ what: "reported", id: reported });
  found.push(...readQuestions(world, request, response));
  found.push(...readTestimonials(request, path, response));
  const [, code = ""] = /^\/lista\/([\w-]{22})$/.exec(path) ?? [];
  if (code && response.status < 400) found.push({ what: "list-changed", code });
  const [, created = ""] = /\/lista\/([\w-]{22})(?![\w-])/.exec(answer) ?? [];
  if (path === "/lista/nova" && created && response.status < 400) {
    found.push({ what: "list-created", code: created });
  }
  found.push(...readAlertChanges(request, path, answer));
  // The page writes the sentence; to the client router the site only says that it succeeded.
  const isResetData = request.url.includes("/login.data") && response.status === 200;
  if (isResetData || text.includes("E-mail de redefinição enviado com sucesso!"))
    found.push({ what: "reset-sent" });
  if (flash?.text.includes("perguntas por e-mail.")) found.push({ what: "numbers", uid });
  if (flash?.text.includes("Nome salvo.")) found.push({ what: "renamed", uid });
  if (flash?.text.includes("Senha alterada.")) found.push({ what: "password-set" });
  if (path === "/logout" && response.status < 400) found.push({ what: "logged-out" });
  // Files sent in the form are kept for the form that is shown again.
  const files = request.entries.some(([name, value]) => {
    return name === "images" && typeof value !== "string" && value.bytes.length > 0;
  });
  if (files && uid) found.push({ what: "photo", uid });
  return found;
}

function readUpload(request: FuzzRequest, response: Response, uid: string): Confirmed[] {
  if (request.method === "DELETE" && response.status === 204) return [{ what: "cancelled", uid }];
  if (!uid || request.method === "OPTIONS" || request.method === "HEAD") return [];
  // A refused file (422) ends its upload.
  return response.status < 300 || response.status === 422 ? [{ what: "upload", uid }] : [];
}

/** Lists changes that no response confirmed, and confirmed ones that are missing. */
export function findUnconfirmedChanges(
  before: Snapshot,
  after: Snapshot,
  confirmed: readonly Confirmed[],
): string[] {
  const wrong: string[] = [];
  const count = (what: Confirmed["what"]) => confirmed.filter((each) => each.what === what).length;
  function expectEqual(what: string, found: unknown, wanted: unknown): void {
    const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
    if (one !== other) wrong.push(`${what}: ${one}, confirmed: ${other}`);
  }
  const tables = Object.keys(watched) as Table[];
  const changes = Object.fromEntries(
    tables.map((table) => [table, diff(before[table], after[table])]),
  ) as Record<Table, Diff>;
  const { users, accounts, sessions, verifications, outbox, posts, photos, uploads } = changes;

  const publishers = confirmed.flatMap((each) => (each.what === "published" ? [each.uid] : []));
  expectEqual("posts added", posts.added.map(({ owner }) => owner).sort(), [...publishers].sort());
  const deleted = confirmed.flatMap((each) => (each.what === "deleted" ? [each.id] : [])).sort();
  // Posts published in this batch can't be deleted in it: their ids aren't known yet.
  expectEqual("posts removed", posts.removed.map(({ id }) => id).sort(), deleted);
  expectEqual(
    "deleted_posts added",
    changes.deleted_posts.added.map(({ id }) => id).sort(),
    deleted,
  );
  const edits = confirmed.flatMap((each) => (each.what === "edited" ? [each] : []));
  // Both keep the version if they change nothing.
  const calendars = confirmed.flatMap((each) =>
    each.what === "calendar" || each.what === "paused" ? [each] : [],
  );
  const linked = new Set(
    confirmed.flatMap((each) => (each.what === "confirmed-by-link" ? [each.id] : [])),
  );
  // A new name is copied into the listings (spec §3).
  const allOfOwner = new Set(
    confirmed.flatMap((each) =>
      each.what === "unsubscribed" || each.what === "renamed" ? [each.uid] : [],
    ),
  );
  for (const { id, owner, more } of posts.changed) {
    const own = edits.filter((edit) => edit.id === id);
    const was = Number(before.posts.get(id)?.more);
    const calendar = calendars.filter((each) => each.id === id);
    const least = was + own.length;
    expectEqual(`version of post ${id}`, inRange(Number(more), least, calendar.length), true);
    const isLinked = linked.has(id) || allOfOwner.has(owner ?? "");
    if (own.length + calendar.length === 0 && !isLinked) wrong.push(`post ${id} changed`);
    if ([...own, ...calendar].some(({ uid }) => uid !== owner)) {
      wrong.push(`post ${id} edited by another`);
    }
  }
  const editedIds = new Set([...edits, ...calendars].map(({ id }) => id));
  const madeIds = new Set(posts.added.map(({ id }) => id));
  for (const table of [
    "unavailable_days",
    "seasons",
    "feeds",
    "double_bookings",
    "stay_notes",
    "listing_checks",
    "listing_changes",
  ] as const) {
    for (const { owner, more } of Object.values(changes[table]).flat()) {
      const id = more ?? "";
      const isLinked = linked.has(id) || allOfOwner.has(owner ?? "");
      const isExpected =
        editedIds.has(id) ||
        madeIds.has(id) ||
        deleted.includes(id) ||
        (table.startsWith("listing_") && isLinked);
      if (!isExpected) wrong.push(`${table} of post ${id} changed`);
    }
  }

  const counted = new Set([
    ...publishers,
    ...confirmed.flatMap((e) =>
      e.what === "deleted" || e.what === "renamed" || e.what === "numbers" ? [e.uid] : [],
    ),
  ]);
  expectEqual("users added", users.added.length, count("registered"));
  expectEqual("users removed", users.removed.length, 0);
  for (const { id } of users.changed) if (!counted.has(id)) wrong.push(`user ${id} changed`);
  expectEqual("accounts added", accounts.added.length, count("registered"));
  expectEqual("accounts removed", accounts.removed.length, 0);
  expectEqual("accounts changed", accounts.changed.length, count("password-set"));
  expectEqual("sessions added", sessions.added.length, count("registered") + count("logged-in"));
  expectEqual("sessions changed", sessions.changed.length, 0);
  if (sessions.removed.length > count("logged-out") + count("password-set")) {
    wrong.push(`${sessions.removed.length} sessions ended`);
  }
  // A reset repeated within ten minutes sends no second e-mail.
  // A passkey's question is asked on demand and answered with nothing else.
  const isLink = ({ more }: { more: string | null }) => !/^(use|create)-passkey:/.test(more ?? "");
  const links = verifications.added.filter(isLink).length;
  expectEqual("links added", inRange(links, count("registered"), count("reset-sent")), true);
  expectEqual("links used", verifications.removed.filter(isLink).length, count("password-set"));
  const reported = confirmed.flatMap((each) => (each.what === "reported" ? [each.id] : []));
  const { added, removed } = changes.reports;
  expectEqual("reports added", added.map(({ more }) => more).sort(), [...reported].sort());
  // Reports of a testimonial go with it.
  if (changes.testimonials.removed.length === 0) {
    expectEqual("reports removed", removed.length, 0);
  }
  // The operator hears of the first report, and of no other within the hour.
  const notices = outbox.added.filter(({ more }) => more === "notice").length;
  if (notices > Math.min(1, reported.length)) wrong.push(`letters to the operator: ${notices}`);
  const ofQuestions = outbox.added.filter(({ more }) => more === "question").length;
  wrong.push(...findQuestionChanges(changes.questions, ofQuestions, confirmed));
  const ofOrders = outbox.added.filter(({ more }) => more === "order").length;
  wrong.push(...findOrderChanges(before.plan_orders, changes.plan_orders, ofOrders, confirmed));
  const ofTestimonials = outbox.added.filter(({ more }) => more === "testimonial").length;
  wrong.push(...findTestimonialChanges(changes.testimonials, ofTestimonials, confirmed, deleted));
  const others = ["notice", "question", "order", "alert", "testimonial"];
  const kinds = outbox.added
    .flatMap(({ more }) => (others.includes(more ?? "") ? [] : [more]))
    .sort();
  const wanted = [
    // A published ad is announced, and a reset, like any change of a password.
    ...Array<string>(links + count("password-set") + publishers.length).fill("letter"),
    ...Array.from({ length: count("message") }, () => "message"),
  ];
  expectEqual("outbox added", kinds, wanted);
  const lost = outbox.removed.filter(({ more }) => more !== "alert" && more !== "testimonial");
  expectEqual("outbox changed", [...outbox.changed, ...lost].length, 0);

  wrong.push(...findListChanges(changes, confirmed));
  wrong.push(...findAlertChanges(before.alerts, changes, confirmed));

  // What owners do to their own accounts is logged, and a check that an edit or a new name ends.
  const isOwn = ({ more }: Row) => /^(?:password|email|session|data)-/.test(more ?? "");
  const logged = { staff: 0, audit_log: changes.listing_checks.changed.length };
  for (const table of ["staff", "audit_log"] as const) {
    const { added, changed, removed } = changes[table];
    expectEqual(`${table} added`, added.filter((row) => !isOwn(row)).length, logged[table]);
    expectEqual(`${table} changed`, changed.length + removed.length, 0);
  }

  const uidsOf = (...whats: string[]) =>
    new Set(
      confirmed.flatMap((each) => (whats.includes(each.what) && "uid" in each ? [each.uid] : [])),
    );
  expectOwners("photos added", photos.added, uidsOf("photo", "upload"));
  const touching = uidsOf("published", "edited", "deleted", "cancelled", "photo");
  expectOwners("photos changed", [...photos.changed, ...photos.removed], touching);
  expectOwners("uploads added", [...uploads.added, ...uploads.changed], uidsOf("upload"));
  expectOwners("uploads removed", uploads.removed, uidsOf("upload", "cancelled"));
  function expectOwners(what: string, rows: readonly Row[], allowed: ReadonlySet<string>): void {
    for (const { id, owner } of rows) {
      if (!allowed.has(owner ?? "")) wrong.push(`${what}: ${id} of ${owner}`);
    }
  }
  return wrong;
}

/** Rows of one advertiser. */
export function ownRows(snapshot: Snapshot, uid: string): string {
  const own = Object.values(snapshot).flatMap((rows) =>
    [...rows.values()].filter(({ owner }) => owner === uid),
  );
  return own
    .map(({ id, hash }) => `${id} ${hash}`)
    .sort()
    .join("\n");
}
