import { randomUUID } from "node:crypto";

/** The site did not answer, or with 5xx: what was asked for may have happened, or not. */
export class Unanswered extends Error {}

/** What an ad says, as far as these tests change it; an edit changes all of it. */
export interface AdState {
  body: string;
  valorFds: string;
  day: string;
  photos: string[];
}

/** An ad as its advertiser knows it. */
export interface Ad {
  title: string;
  /** What the site last confirmed; null where it confirmed nothing, or that the ad is gone. */
  confirmed: AdState | null;
  /** What was asked for without an answer. */
  pending: { kind: "create" | "edit"; state: AdState } | { kind: "delete" } | null;
}

/** An upload on its way. */
interface Upload {
  id: string;
  bytes: Buffer;
}

/** An advertiser with a browser of their own, who remembers what the site confirmed. */
export interface Advertiser {
  email: string;
  /** Whether the account's creation was confirmed. */
  isRegistered: boolean;
  /** Whether the plan allows as many ads as the test makes. */
  mayPublish: boolean;
  cookie: string | null;
  /** Finished photos, confirmed, that no ad has. */
  photos: string[];
  upload: Upload | null;
  ads: Ad[];
}

const password = "canastra";

export function newAdvertiser(): Advertiser {
  return {
    email: `${randomUUID()}@example.com`,
    isRegistered: false,
    mayPublish: false,
    cookie: null,
    photos: [],
    upload: null,
    ads: [],
  };
}

/** Hears of every answer. */
export const answers = new EventTarget();

/** Asks the site; a cut connection and 5xx throw {@link Unanswered}. */
export async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(url, { redirect: "manual", ...init });
  } catch (cause) {
    throw new Unanswered(`${init.method ?? "GET"} ${url}`, { cause });
  }
  if (answer.status >= 500) throw new Unanswered(`${init.method} ${url}: ${answer.status}`);
  answers.dispatchEvent(new Event("answer"));
  return answer;
}

function confirm(answer: Response, status: number, what: string): void {
  if (answer.status !== status) throw new Error(`${what} was answered with ${answer.status}`);
}

const post = (fields: [string, string][], cookie: string | null = null): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
  headers: cookie ? { Cookie: cookie } : {},
});

function sessionOf(answer: Response): string {
  return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

/** Creates the account; where an earlier try was not answered it may be there already. */
export async function register(site: string, who: Advertiser): Promise<void> {
  const answer = await ask(
    `${site}/register`,
    post([
      ["displayName", "Maria"],
      ["email", who.email],
      ["password", password],
      ["confirmPassword", password],
    ]),
  );
  if (answer.status === 400 && (await answer.text()).includes("E-mail já cadastrado!")) {
    return logIn(site, who);
  }
  confirm(answer, 302, "the registration");
  who.isRegistered = true;
  who.cookie = sessionOf(answer);
}

/** Logs in: whoever is known to the site can. */
export async function logIn(site: string, who: Advertiser): Promise<void> {
  const fields: [string, string][] = [
    ["email", who.email],
    ["password", password],
  ];
  const answer = await ask(`${site}/login`, post(fields));
  confirm(answer, 302, "the login");
  who.isRegistered = true;
  who.cookie = sessionOf(answer);
}

const tus = { "Tus-Resumable": "1.0.0" };

/** Sends a photo in three parts. */
export async function upload(site: string, who: Advertiser, bytes: Buffer): Promise<void> {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  // A form of its own for each: what stays unanswered counts as one of a form's ten.
  const metadata = { filename: "foto.jpg", filetype: "image/jpeg", draft: randomUUID() };
  const begun = await ask(`${site}/envios`, {
    method: "POST",
    headers: {
      ...tus,
      Cookie: who.cookie ?? "",
      "Upload-Length": String(bytes.length),
      "Upload-Metadata": Object.entries(metadata)
        .map(([key, value]) => `${key} ${base64(value)}`)
        .join(","),
    },
  });
  confirm(begun, 201, "the upload's beginning");
  who.upload = { id: begun.headers.get("Location")?.split("/")[2] ?? "", bytes };
  await sendFrom(site, who, who.upload, 0);
}

async function sendFrom(site: string, who: Advertiser, { id, bytes }: Upload, start: number) {
  const part = Math.ceil(bytes.length / 3);
  for (let offset = start; offset < bytes.length; ) {
    const chunk = bytes.subarray(offset, offset + part);
    const sent = await ask(`${site}/envios/${id}`, {
      method: "PATCH",
      headers: {
        ...tus,
        Cookie: who.cookie ?? "",
        "Upload-Offset": String(offset),
        "Content-Type": "application/offset+octet-stream",
      },
      body: new Uint8Array(chunk),
    });
    confirm(sent, 204, "a part of a photo");
    offset += chunk.length;
  }
  takePhoto(who, id);
  who.upload = null;
}

/** Goes on with an upload that was confirmed as begun, as a browser does: it must end well. */
export async function resumeUpload(site: string, who: Advertiser): Promise<void> {
  const { upload } = who;
  if (!upload) return;
  const headers = { ...tus, Cookie: who.cookie ?? "" };
  const situation = await ask(`${site}/envios/${upload.id}/situacao`, { headers });
  if (situation.status === 200) {
    takePhoto(who, upload.id);
    who.upload = null;
    return;
  }
  confirm(situation, 202, "the question after an upload");
  const known = await ask(`${site}/envios/${upload.id}`, { method: "HEAD", headers });
  confirm(known, 200, "the question for an upload's offset");
  await sendFrom(site, who, upload, Number(known.headers.get("Upload-Offset")));
}

const dayInForm = (day: string) => day.split("-").reverse().join("/");

function form(title: string, { body, valorFds, day, photos }: AdState): [string, string][] {
  return [
    ["title", title],
    ["body", body],
    ["valorFds", valorFds],
    ["telefone", "37900010264"],
    ["localizacao", "Turvo"],
    ["datasIndisponiveis", dayInForm(day)],
    ...photos.map((id): [string, string] => ["foto", id]),
  ];
}

/** Publishes an ad with these of the waiting photos. */
export async function publish(site: string, who: Advertiser, title: string, state: AdState) {
  const ad: Ad = { title, confirmed: null, pending: { kind: "create", state } };
  who.ads.push(ad);
  who.photos = who.photos.filter((id) => !state.photos.includes(id));
  const fields = form(title, state);
  const answer = await ask(`${site}/posts/create`, post(fields, who.cookie));
  confirm(answer, 302, "a publication");
  Object.assign(ad, { confirmed: state, pending: null });
}

/** Changes all of an ad. */
export async function edit(site: string, who: Advertiser, ad: Ad, id: string, state: AdState) {
  const headers = { Cookie: who.cookie ?? "" };
  const opened = await ask(`${site}/posts/edit/${id}`, { headers });
  confirm(opened, 200, "the form of an ad");
  const html = await opened.text().catch((cause) => {
    throw new Unanswered("the form of an ad", { cause });
  });
  const version = /name="versao" value="(\d+)"/.exec(html)?.[1] ?? "";
  ad.pending = { kind: "edit", state };
  who.photos = who.photos.filter((photo) => !state.photos.includes(photo));
  const fields = form(ad.title, state);
  const answer = await ask(
    `${site}/posts/edit/${id}`,
    post([...fields, ["versao", version]], who.cookie),
  );
  confirm(answer, 302, "an edit");
  Object.assign(ad, { confirmed: state, pending: null });
}

/** Notes a photo that waits; after a kill the same one may have been found already. */
function takePhoto(who: Advertiser, id: string): void {
  if (!who.photos.includes(id)) who.photos.push(id);
}

/** Deletes an ad. */
export async function remove(site: string, who: Advertiser, ad: Ad, id: string): Promise<void> {
  ad.pending = { kind: "delete" };
  const fields: [string, string][] = [
    ["id", id],
    ["confirmado", "sim"],
  ];
  const answer = await ask(`${site}/dashboard`, post(fields, who.cookie));
  confirm(answer, 200, "a deletion");
  Object.assign(ad, { confirmed: null, pending: null });
}

/** Sends a message by the contact form. */
export async function sendMessage(site: string, mensagem: string): Promise<void> {
  const fields: [string, string][] = [
    ["nome", "João"],
    ["email", "joao@example.com"],
    ["mensagem", mensagem],
  ];
  confirm(await ask(`${site}/contato`, post(fields)), 302, "a message");
}
