import { type Baseline, baselines, type Entry, type Form } from "./forms.ts";
import { hostileText } from "./hostile-texts.ts";
import { pageRoutes } from "./page-routes.ts";
import type { Random } from "./random.ts";
import type { Actor, World } from "./world.ts";

/** A request on its way to the site, and what is known of its intention. */
export interface Shot {
  url: string;
  method: string;
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer> | null;
  actor: Actor;
  /** The entries of its form, where it is one that can be read. */
  entries: readonly Entry[];
}

const origin = "http://localhost";

/** What requests are after: to change something, or to find a way through the addresses. */
export type Aim = "change" | "find";

/** Draws a request. */
export function drawShot(world: World, random: Random, aim: Aim): Shot {
  const kind = random.below(100);
  if (aim === "change") return kind < 75 ? shootForm(world, random) : shootUpload(world, random);
  if (kind < 75) return shootPage(world, random);
  return kind < 90 ? shootPath(world, random) : shootUpload(world, random);
}

/** How often each form is drawn: hashing a password takes as long as a dozen pages. */
const formWeights: Record<string, number> = {
  "editor/routes/create.tsx": 30,
  "editor/routes/edit.tsx": 30,
  "dashboard/routes/dashboard.tsx": 14,
  "contact/routes/contact.tsx": 14,
  "vitals/routes/vitals.ts": 8,
  "accounts/routes/logout.tsx": 2,
  "accounts/routes/login.tsx": 3,
  "accounts/routes/register.tsx": 4,
  "accounts/routes/new-password.tsx": 4,
  "accounts/routes/account.tsx": 5,
  "accounts/routes/new-email.tsx": 3,
  "privacy/routes/delete-account.tsx": 2,
};
const drawnForms = Object.keys(baselines).flatMap((id) =>
  Array.from({ length: formWeights[id] ?? 10 }, () => id),
);

function shootForm(world: World, random: Random): Shot {
  const actor = random.chance(0.75)
    ? random.pick([world.owner, world.other])
    : random.pick(world.actors);
  const id = random.pick(drawnForms);
  const baseline = baselines[id] as Baseline;
  const form = baseline(world, isForVisitors(id) ? visitorOf(world) : actor, random);
  const who = isForVisitors(id) && random.chance(0.95) ? visitorOf(world) : actor;
  const entries = [...form.entries];
  const wounds = random.pick([0, 1, 1, 1, 1, 2, 3]);
  for (let n = 0; n < wounds; n++) wound(entries, random);
  const path = random.chance(0.05) ? `${form.path}?${strangeQuery(random)}` : form.path;
  const { headers, body } = encode(form, entries, random);
  const method = random.chance(0.96) ? "POST" : random.pick(["PUT", "PATCH", "DELETE", "INVENTED"]);
  return dress(random, {
    url: asData(random, path),
    method,
    headers,
    body,
    actor: form.cookie ? { ...who, cookie: form.cookie } : who,
    entries,
  });
}

const visitorOnly = new Set(["accounts/routes/login.tsx", "accounts/routes/register.tsx"]);
const isForVisitors = (id: string) => visitorOnly.has(id);
const visitorOf = (world: World) => world.actors.find(({ name }) => name === "visitor") as Actor;

/** The address of the data behind a page, as the browser's router asks for it. */
function asData(random: Random, path: string): string {
  if (random.chance(0.45)) return path;
  const [pathname = "", query] = path.split("?");
  const data = pathname === "/" ? "/_.data" : `${pathname}.data`;
  return query === undefined ? data : `${data}?${query}`;
}

/** Changes a form in one way. */
function wound(entries: Entry[], random: Random): void {
  const place = random.below(entries.length);
  const [name, value] = entries[place] ?? ["x", ""];
  switch (random.below(11)) {
    case 0:
      entries.splice(place, 1);
      break;
    case 1:
      entries.push([name, value]);
      break;
    case 2:
      entries.push([name, hostileText(random)]);
      break;
    case 3:
      entries.push([hostileText(random), hostileText(random)]);
      break;
    case 4:
      entries[place] = [random.pick([`${name}[0]`, `${name}.x`, `${name}[]`, "__proto__"]), value];
      break;
    case 5:
      entries[place] = [
        name,
        { filename: hostileText(random), type: "image/png", bytes: bytes(hostileText(random)) },
      ];
      break;
    case 6:
      if (random.chance(0.04)) {
        for (let n = 0; n < 10_000; n++) entries.push([`${name}${n % 7}`, "x"]);
      } else for (let n = 0; n < 40; n++) entries.push([name, `${n}`]);
      break;
    default:
      entries[place] = [name, hostileText(random)];
  }
}

interface Encoded {
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer> | null;
}

function encode(form: Form, entries: Entry[], random: Random): Encoded {
  if (form.json !== undefined) return encodeJson(form.json, random);
  const hasFile = entries.some(([name, value]) => typeof value !== "string" && name !== "images");
  const way = random.below(40);
  if (way === 0) return { headers: [["Content-Type", "text/plain"]], body: bytes("title=x") };
  if (way === 1) return { headers: [["Content-Type", "application/json"]], body: bytes("{}") };
  if (way === 2) return { headers: [["Content-Type", "multipart/form-data"]], body: bytes("--x") };
  if (way === 3) return { headers: [], body: bytes("a=b") };
  if (way === 4) {
    return {
      headers: [["Content-Type", "multipart/form-data; boundary=xy"]],
      body: bytes("--z\r\n"),
    };
  }
  if (way === 5)
    return { headers: [["Content-Type", "application/x-www-form-urlencoded"]], body: null };
  if (hasFile || way < 12) return encodeMultipart(entries, random);
  const type = random.chance(0.98)
    ? "application/x-www-form-urlencoded"
    : "application/x-www-form-urlencoded; charset=utf-16";
  const text = entries.map(([name, value]) => {
    const text = typeof value === "string" ? value : "";
    // What the trap holds must be known: it decides what the answer means.
    if (name === "assunto") return `assunto=${encodeURIComponent(text.toWellFormed())}`;
    return `${percent(name, random)}=${percent(text, random)}`;
  });
  return { headers: [["Content-Type", type]], body: bytes(text.join("&")) };
}

/** Percent-encodes as a hostile client does: also bytes that are no UTF-8. */
function percent(text: string, random: Random): string {
  if (random.chance(0.01)) return "%ff%00%ed%a0%80%c0%ae";
  if (random.chance(0.005)) return "%zz%";
  return encodeURIComponent(text.toWellFormed());
}

function encodeMultipart(entries: readonly Entry[], random: Random): Encoded {
  const boundary = "----fronteira";
  const quoted = (text: string) => text.toWellFormed().replace(/["\r\n]/g, "_");
  const pieces = entries.flatMap(([name, value]) => {
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
    if (typeof value === "string") return [bytes(`${disposition}\r\n\r\n${value}\r\n`)];
    const file = `; filename="${quoted(value.filename)}"\r\nContent-Type: ${value.type}\r\n\r\n`;
    return [bytes(disposition + file), value.bytes, bytes("\r\n")];
  });
  const whole = Buffer.concat([...pieces, bytes(`--${boundary}--\r\n`)]);
  const sent = random.chance(0.03) ? whole.subarray(0, random.below(whole.length)) : whole;
  return {
    headers: [["Content-Type", `multipart/form-data; boundary=${boundary}`]],
    body: new Uint8Array(sent),
  };
}

function encodeJson(json: unknown, random: Random): Encoded {
  const text = JSON.stringify(json);
  const strange = [
    () => text,
    () => text.slice(0, random.below(text.length)),
    () => JSON.stringify({ ...(json as object), route: hostileText(random) }),
    () => JSON.stringify({ ...(json as object), metrics: { LCP: hostileText(random) } }),
    () =>
      JSON.stringify({ ...(json as object), metrics: { [hostileText(random)]: 1, LCP: 1e308 } }),
    () => '{"route":"root","metrics":{"LCP":1e999,"CLS":-1,"__proto__":{"x":1}}}',
    () => "[".repeat(900),
    () => hostileText(random),
    () => "x".repeat(3000),
  ];
  const type = random.pick(["application/json", "application/json", "text/plain", ""]);
  return {
    headers: type ? [["Content-Type", type]] : [],
    body: bytes(random.pick(strange)()),
  };
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** A page or its data, with ids and a query that mean it harm. */
function shootPage(world: World, random: Random): Shot {
  const actor = random.pick(world.actors);
  const route = random.pick(pageRoutes);
  const path = route.pattern.replace(/:(\w+)/g, (_, name) => {
    if (random.chance(0.4)) return knownId(world, random, name);
    return pathText(random);
  });
  const query = random.chance(0.4) ? `?${strangeQuery(random)}` : "";
  return dress(random, {
    url: asData(random, path + query),
    method: random.chance(0.93)
      ? "GET"
      : random.pick(["HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "INVENTED"]),
    headers: [],
    body: null,
    actor,
    entries: [],
  });
}

function knownId(world: World, random: Random, name: string): string {
  if (name === "slug") return random.pick(["quando-ir-a-furnas", "nada"]);
  if (name === "token") return random.pick([...world.tokens, "y".repeat(32)]);
  return random.pick([random.pick(world.posts).id, ...world.deletedIds, "4"]);
}

const rawPaths = [
  "%",
  "%00",
  "%ff",
  "%c0%ae%c0%ae",
  "%2e%2e%2f%2e%2e",
  "..%2f..%2fetc%2fpasswd",
  "%E0%A4%A",
  ".",
  "%0d%0a",
];

function pathText(random: Random): string {
  if (random.chance(0.4)) return random.pick(rawPaths);
  return encodeURIComponent(hostileText(random).toWellFormed()).slice(0, 3000) || "x";
}

function strangeQuery(random: Random): string {
  const names = [
    "q",
    "localizacao",
    "depois",
    "index",
    "_routes",
    "excluir",
    "p",
    "paths",
    "version",
    "x",
    "__proto__",
  ];
  const count = random.chance(0.02) ? 1500 : 1 + random.below(3);
  return Array.from({ length: count }, () => {
    const value = random.chance(0.2)
      ? random.pick([
          "%00",
          "%",
          "%ff",
          "root",
          "editor/routes/create",
          "9999999999999999.00000000-0000-4000-8000-000000000000",
          "1.x",
          "99999",
          "Turvo",
        ])
      : encodeURIComponent(hostileText(random).toWellFormed()).slice(0, 2000);
    return `${random.pick(names)}=${value}`;
  }).join("&");
}

const paths = [
  "/fotos/%00",
  "/fotos/%ff",
  "/fotos/..%2f..%2fauth.segredo",
  "/fotos/../auth.segredo",
  "/fotos/%2e%2e/%2e%2e/package.json",
  "/fotos//etc/passwd",
  "/fotos/",
  "/fotos",
  "/assets/..%2f..%2fserver/index.js",
  "/assets/%",
  "/icones/%00.png",
  "/ilustracoes/%5c..%5cx",
  "/%",
  "/%00",
  "/%ff",
  "/..",
  "/.env",
  "/.git/config",
  "/index.html",
  "/_.data",
  "/%2e%2e.data",
  "/.data",
  "/__manifest",
  "/__manifest?p=%2F&version=x",
  "/__manifest?paths=/&paths=%00",
  `/__manifest?p=${"/a".repeat(2000)}`,
  "/robots.txt",
  "/sitemap.xml",
  "/sitemap-1.xml",
  "/sitemap-99999.xml",
  "/sitemap-0.xml",
  "/healthz",
  "/api/auth/session",
  "/api/auth/sign-in/email",
  "/manifest.webmanifest",
  "/posts/.data",
  "/posts//x",
  "//exemplo.com//",
  "/\\exemplo.com",
  "/posts/create/",
  "/login;jsessionid=1",
  "/search#x",
  "/SEARCH",
];

function shootPath(world: World, random: Random): Shot {
  const url = random.chance(0.8) ? random.pick(paths) : `/${pathText(random)}/${pathText(random)}`;
  return dress(random, {
    url,
    method: random.pick(["GET", "GET", "GET", "HEAD", "POST", "OPTIONS", "DELETE", "INVENTED"]),
    headers: [],
    body: null,
    actor: random.pick(world.actors),
    entries: [],
  });
}

/** The upload endpoint: offsets and lengths that lie, others' ids, metadata that is none. */
function shootUpload(world: World, random: Random): Shot {
  const actor = random.chance(0.7)
    ? random.pick([world.owner, world.other])
    : random.pick(world.actors);
  const own = world.uploads.filter(({ uid }) => uid === actor.user?.uid);
  const any = [
    ...world.uploads,
    ...world.waiting,
    { id: "x" },
    { id: "..%2f..%2fauth.segredo" },
    { id: "%00" },
  ];
  const mine = own.length > 0 ? random.pick(own).id : random.pick(any).id;
  const target = random.pick(any).id;
  const ofOne = [
    `/envios/${mine}`,
    `/envios/${mine}`,
    `/envios/${mine}`,
    `/envios/${target}`,
    `/envios/${mine}/${target}`,
    `/envios/${mine}?x=/${target}`,
    `/envios/${mine}//${target}`,
    `/envios/${target}/situacao`,
    `/envios/${mine}/situacao/x`,
  ];
  const method = random.pick([
    "POST",
    "POST",
    "POST",
    "PATCH",
    "PATCH",
    "PATCH",
    "HEAD",
    "DELETE",
    "GET",
    "OPTIONS",
    "PUT",
  ]);
  const toAll = method === "POST" ? random.chance(0.9) : random.chance(0.1);
  const url = toAll ? "/envios" : random.pick(ofOne);
  const number = () =>
    random.pick([
      "0",
      "1",
      "24",
      String(world.jpeg.length),
      "-1",
      "1e3",
      "NaN",
      "99999999999999999999",
      "26214401",
      "0x10",
      "",
      " 5",
    ]);
  const headers: [string, string][] = [["Tus-Resumable", random.chance(0.97) ? "1.0.0" : "0.2"]];
  if (method === "POST" && random.chance(0.9)) {
    headers.push(["Upload-Length", random.chance(0.5) ? String(world.jpeg.length) : number()]);
    headers.push(["Upload-Metadata", metadata(random)]);
  }
  if (method === "PATCH" && random.chance(0.95)) {
    headers.push(["Upload-Offset", random.chance(0.6) ? "0" : number()]);
  }
  if (random.chance(0.06))
    headers.push(["Upload-Concat", random.pick(["partial", `final;/envios/${target}`, "x"])]);
  if (random.chance(0.04)) headers.push(["Upload-Defer-Length", random.pick(["1", "2", "x"])]);
  if (random.chance(0.05))
    headers.push(["X-HTTP-Method-Override", random.pick(["DELETE", "PATCH", "X"])]);
  const hasBody = method === "PATCH" || (method === "POST" && random.chance(0.3));
  if (hasBody)
    headers.push([
      "Content-Type",
      random.chance(0.95) ? "application/offset+octet-stream" : "image/jpeg",
    ]);
  return dress(random, {
    url,
    method,
    headers,
    body: hasBody ? uploadBody(world, random) : null,
    actor,
    entries: [],
  });
}

function uploadBody(world: World, random: Random): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(world.jpeg);
  if (random.chance(0.15)) return whole;
  if (random.chance(0.2)) return new Uint8Array(0);
  if (random.chance(0.3)) return bytes("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>");
  return whole.slice(0, random.below(whole.length));
}

function metadata(random: Random): string {
  const draft = random.chance(0.8)
    ? `00000000-0000-4000-8000-${String(random.below(1e6)).padStart(12, "0")}`
    : hostileText(random);
  const type = random.chance(0.8) ? "image/jpeg" : hostileText(random);
  const name = random.chance(0.4) ? "foto.jpg" : hostileText(random);
  const pairs = { filename: name, filetype: type, draft, ...(random.chance(0.1) && { x: "y" }) };
  const text = Object.entries(pairs)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");
  if (random.chance(0.9)) return text;
  return random.pick([
    "",
    ",",
    "filename",
    "filename @@@",
    `${text},${text}`,
    "__proto__ eA==",
    "a b c",
  ]);
}

/** Adds the headers of a client who tries everything. */
function dress(random: Random, shot: Shot): Shot {
  const headers = [...shot.headers];
  const cookies = [shot.actor.cookie, random.chance(0.05) ? strangeCookie(random) : null];
  const cookie = cookies.filter((each) => each !== null).join("; ");
  if (cookie) headers.push(["Cookie", cookie]);
  if (random.chance(0.1)) {
    headers.push(
      random.pick<[string, string]>([
        ["Origin", "http://localhost"],
        ["Origin", "null"],
        ["Origin", "https://exemplo.com"],
        ["Sec-Fetch-Site", "cross-site"],
        ["Accept-Encoding", "br;q=0, gzip;q=x, *"],
        ["If-None-Match", '"x", W/"y"'],
        ["Range", "bytes=5-1"],
        ["Range", "bytes=-99999999999999999999"],
        ["X-Forwarded-For", "1.2.3.4, x, ::1"],
        ["X-Forwarded-Host", "exemplo.com"],
        ["User-Agent", "x".repeat(9000)],
        ["Content-Length", "999999999999"],
        ["Content-Length", "-5"],
        ["Content-Encoding", "gzip"],
        ["Transfer-Encoding", "chunked"],
        ["Accept", "application/json"],
        ["X-React-Router-Request", "1"],
        ["If-Modified-Since", "ontem"],
      ]),
    );
  }
  return { ...shot, url: origin + shot.url, headers };
}

function strangeCookie(random: Random): string {
  return random.pick([
    "mardeminas.aviso=%7B%22kind%22%3A%22success%22%2C%22text%22%3A%22%3Cscript%3E%22%7D",
    "mardeminas.aviso=%",
    "mardeminas.aviso=%7B%7D",
    "mardeminas.session_token=",
    "mardeminas.session_token=a.b; mardeminas.session_token=c.d",
    "mardeminas.session_data=eyJ4Ijp9",
    "__Secure-mardeminas.session_token=x",
    `x=${"y".repeat(5000)}`,
    ";;;===;",
    "=; =x",
    "mardeminas.session_token=%00%ff",
  ]);
}
