import type { Random } from "../testing/random.ts";
import { bytes } from "./encode.ts";
import { addHeaders, type FuzzRequest } from "./fuzz-request.ts";
import { hostileText } from "./hostile-texts.ts";
import type { World } from "./world.ts";

/** Draws a request with wrong offsets and lengths, foreign ids or malformed metadata. */
export function drawUploadRequest(world: World, random: Random): FuzzRequest {
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
  const uploadUrls = [
    `/envios/${mine}`,
    `/envios/${mine}`,
    `/envios/${mine}`,
    `/envios/${target}`,
    `/envios/${mine}/${target}`,
    `/envios/${mine}?x=/${target}`,
    `/envios/${mine}//${target}`,
    `/envios/${target}/situacao`,
    `/envios/${mine}/situacao/x`,
    `/envios/${target}/girar/${crypto.randomUUID()}`,
    `/envios/${mine}/girar/${target}`,
  ];
  const method = random.pick(
    "POST POST POST PATCH PATCH PATCH HEAD DELETE GET OPTIONS PUT".split(" "),
  );
  const toCollection = method === "POST" ? random.chance(0.9) : random.chance(0.1);
  const url = toCollection ? "/envios" : random.pick(uploadUrls);
  const numbers = "0 1 24 -1 1e3 NaN 99999999999999999999 26214401 0x10".split(" ");
  const number = () => random.pick([...numbers, String(world.jpeg.length), "", " 5"]);
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
  return addHeaders(random, {
    url,
    method,
    headers,
    body: hasBody ? uploadBody(world, random) : null,
    actor,
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
