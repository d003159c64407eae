import { visitPath } from "../app/platform/web/visit-beacon.ts";
import type { Random } from "../testing/random.ts";
import { bytes, encodeForm } from "./encode.ts";
import { type Baseline, baselines, type Entry, type Fields } from "./forms.ts";
import { addHeaders, type FuzzRequest } from "./fuzz-request.ts";
import { hostileText } from "./hostile-texts.ts";
import { pageRoutes } from "./page-routes.ts";
import { drawUploadRequest } from "./upload-requests.ts";
import type { Actor, World } from "./world.ts";

/** Forms mostly try to change data, URLs to break routing. Both include upload requests. */
export type Target = "forms" | "urls";

export function drawRequest(world: World, random: Random, target: Target): FuzzRequest {
  const kind = random.below(100);
  if (target === "forms") {
    return kind < 75 ? drawForm(world, random) : drawUploadRequest(world, random);
  }
  if (kind < 70) return drawPage(world, random);
  if (kind < 75) return drawBeacon(world, random);
  return kind < 90 ? drawPath(world, random) : drawUploadRequest(world, random);
}

/** Forms that hash a password are rare, as each takes as long as a dozen pages. */
const formWeights: Record<string, number> = {
  "owner/editor/routes/create.tsx": 30,
  "owner/editor/routes/edit.tsx": 30,
  "owner/dashboard/routes/my-listings.tsx": 14,
  "public/pages/contact/routes/contact-page.tsx": 14,
  "public/vitals/routes/vitals-endpoint.ts": 8,
  "owner/account/routes/logout.tsx": 2,
  "owner/account/routes/login.tsx": 3,
  "owner/account/routes/register.tsx": 4,
  "owner/account/routes/new-password-page.tsx": 4,
  "owner/account/routes/my-account.tsx": 5,
  "owner/account/routes/new-email.tsx": 3,
  "owner/calendar/routes/confirm.tsx": 3,
  "owner/calendar/routes/unsubscribe.tsx": 3,
  "owner/dashboard/routes/no-numbers.tsx": 3,
  "owner/account/routes/delete-account.tsx": 2,
  "owner/account/routes/passkey-offer.ts": 3,
};
const drawnForms = Object.keys(baselines).flatMap((id) =>
  Array.from({ length: formWeights[id] ?? (id.startsWith("panel/") ? 3 : 10) }, () => id),
);

function drawForm(world: World, random: Random): FuzzRequest {
  const actor = random.chance(0.75)
    ? random.pick([world.owner, world.other])
    : random.pick(world.actors);
  const id = random.pick(drawnForms);
  const baseline = baselines[id] as Baseline;
  const form = baseline(world, isForVisitors(id) ? visitorOf(world) : actor, random);
  const sender = isForVisitors(id) && random.chance(0.95) ? visitorOf(world) : actor;
  const entries: Entry[] = Array.isArray(form.entries)
    ? [...form.entries]
    : Object.entries(form.entries as Fields);
  const mutations = random.pick([0, 1, 1, 1, 1, 2, 3]);
  for (let n = 0; n < mutations; n++) mutate(entries, random);
  const path = random.chance(0.05) ? `${form.path}?${hostileQuery(random)}` : form.path;
  const { headers, body } = encodeForm(form, entries, random);
  const method = random.chance(0.96) ? "POST" : random.pick(["PUT", "PATCH", "DELETE", "INVENTED"]);
  return addHeaders(random, {
    url: path,
    method,
    headers,
    body,
    actor: form.cookie ? { ...sender, cookie: form.cookie } : sender,
    form: id,
  });
}

const visitorOnly = new Set([
  "owner/account/routes/login.tsx",
  "owner/account/routes/register.tsx",
]);
const isForVisitors = (id: string) => visitorOnly.has(id);
const visitorOf = (world: World) => world.actors.find(({ name }) => name === "visitor") as Actor;

function mutate(entries: Entry[], random: Random): void {
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
        // A hostile name may be as long as a page, and ten thousand of them no string can hold.
        const short = name.slice(0, 20);
        for (let n = 0; n < 10_000; n++) entries.push([`${short}${n % 7}`, "x"]);
      } else for (let n = 0; n < 40; n++) entries.push([name, `${n}`]);
      break;
    default:
      entries[place] = [name, hostileText(random)];
  }
}

function drawPage(world: World, random: Random): FuzzRequest {
  const actor = random.pick(world.actors);
  const route = random.pick(pageRoutes);
  const path = route.pattern.replace(/:(\w+)/g, (_, name) => {
    if (random.chance(0.4)) return knownId(world, random, name);
    return pathText(random);
  });
  const query = random.chance(0.4) ? `?${hostileQuery(random)}` : "";
  return addHeaders(random, {
    url: path + query,
    method: random.chance(0.93)
      ? "GET"
      : random.pick(["HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "INVENTED"]),
    headers: [],
    body: null,
    actor,
  });
}

function knownId(world: World, random: Random, name: string): string {
  if (name === "codigo") return random.pick(world.lists).code;
  if (name === "slug") return random.pick(["quando-ir-a-furnas", "nada"]);
  if (name === "lugar") return random.pick(["capitolio", "Capit%C3%B3lio", "nada"]);
  if (name === "recorte") return random.pick(["com-piscina", "para-grupos", "__proto__"]);
  if (name === "token") return random.pick([...world.tokens, "y".repeat(32)]);
  return random.pick([random.pick(world.posts).id, ...world.deletedIds, "4"]);
}

const beaconKinds = ["visita", "whatsapp", "toString", ""];

function drawBeacon(world: World, random: Random): FuzzRequest {
  const { id } = random.pick(world.posts);
  const words = random.chance(0.3) ? [hostileText(random), id] : [id];
  return addHeaders(random, {
    url: visitPath,
    method: random.chance(0.95) ? "POST" : random.pick(["PUT", "INVENTED"]),
    headers: [["Content-Type", "text/plain;charset=UTF-8"]],
    body: bytes([random.pick(beaconKinds), ...words].join(" ")),
    actor: random.pick(world.actors),
  });
}

const rawPaths = `
  % %00 %ff %c0%ae%c0%ae %2e%2e%2f%2e%2e ..%2f..%2fetc%2fpasswd %E0%A4%A . %0d%0a`
  .trim()
  .split(/\s+/);

function pathText(random: Random): string {
  if (random.chance(0.4)) return random.pick(rawPaths);
  return encodeURIComponent(hostileText(random).toWellFormed()).slice(0, 3000) || "x";
}

function hostileQuery(random: Random): string {
  const names = "q localizacao depois index excluir x __proto__".split(" ");
  const count = random.chance(0.02) ? 1500 : 1 + random.below(3);
  return Array.from({ length: count }, () => {
    const value = random.chance(0.2)
      ? random.pick([
          "%00",
          "%",
          "%ff",
          "root",
          "owner/editor/routes/create",
          "9999999999999999.00000000-0000-4000-8000-000000000000",
          "1.x",
          "99999",
          "Turvo",
        ])
      : encodeURIComponent(hostileText(random).toWellFormed()).slice(0, 2000);
    return `${random.pick(names)}=${value}`;
  }).join("&");
}

const paths = `
  /fotos/%00 /fotos/%ff /fotos/..%2f..%2fauth.segredo /fotos/../auth.segredo
  /fotos/%2e%2e/%2e%2e/package.json /fotos//etc/passwd /fotos/ /fotos
  /assets/..%2f..%2fserver/index.js /assets/% /icones/%00.png /ilustracoes/%5c..%5cx /% /%00
  /%ff /.. /.env /.git/config /index.html /_.data /%2e%2e.data /.data /__manifest
  /__manifest?p=%2F&version=x /__manifest?paths=/&paths=%00 /robots.txt /sitemap.xml
  /sitemap-1.xml /sitemap-99999.xml /sitemap-0.xml /healthz /api/auth/session
  /api/auth/sign-in/email /manifest.webmanifest /posts/.data /posts//x //exemplo.com//
  /\\exemplo.com /posts/create/ /login;jsessionid=1 /search#x /SEARCH`
  .trim()
  .split(/\s+/)
  .concat(`/__manifest?p=${"/a".repeat(2000)}`);

function drawPath(world: World, random: Random): FuzzRequest {
  const url = random.chance(0.8) ? random.pick(paths) : `/${pathText(random)}/${pathText(random)}`;
  return addHeaders(random, {
    url,
    method: random.pick(["GET", "GET", "GET", "HEAD", "POST", "OPTIONS", "DELETE", "INVENTED"]),
    headers: [],
    body: null,
    actor: random.pick(world.actors),
  });
}
