import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { password } from "../../testing/advertiser.ts";
import { cookiesOf } from "../../testing/cookies.ts";
import {
  type Ask,
  askOffset,
  beginUpload,
  fetchUploadStatus,
  sendPart,
} from "../../testing/upload.ts";

/** No response, or a 5xx: the request may or may not have taken effect. */
export class Unanswered extends Error {}

export interface AdState {
  body: string;
  valorFds: string;
  /** Unavailable nights, `YYYY-MM-DD`, ascending, separated by commas. */
  day: string;
  photos: string[];
}

/** An ad as its advertiser knows it. */
export interface Ad {
  title: string;
  /** The last state the site confirmed; null before creation and after deletion. */
  confirmed: AdState | null;
  /** The request that got no response. */
  pending: { kind: "create" | "edit"; state: AdState } | { kind: "delete" } | null;
}

interface Upload {
  id: string;
  bytes: Buffer;
}

/** Everything the site confirmed to an advertiser. */
export interface Advertiser {
  email: string;
  isRegistered: boolean;
  /** True once the test has raised the plan's limit. */
  mayPublish: boolean;
  cookie: string | null;
  /** Photos uploaded, but not yet used in an ad. */
  photos: string[];
  upload: Upload | null;
  ads: Ad[];
}

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

/** Dispatches "answer" for every response below 500. */
export const answers = new EventEmitter();

/** Longer than the site takes for any answer: its own time limits are seconds. */
const maxWaitMs = 60_000;

const withoutBody = [101, 204, 205, 304];

/** Throws {@link Unanswered} on a lost connection, a missing or half an answer, or a 5xx. */
export async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  const request = `${init.method ?? "GET"} ${url}`;
  let answer: Response;
  let body: ArrayBuffer;
  try {
    const signal = AbortSignal.timeout(maxWaitMs);
    answer = await fetch(url, { redirect: "manual", signal, ...init });
    body = await answer.arrayBuffer();
  } catch (cause) {
    throw new Unanswered(request, { cause });
  }
  const { status, headers } = answer;
  if (status >= 500) throw new Unanswered(`${request}: ${status}`);
  answers.emit("answer");
  return new Response(withoutBody.includes(status) ? null : body, { status, headers });
}

/** Repeats what may be repeated: a busy site may answer 503 for a while after its start. */
export async function untilAnswered<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + maxWaitMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Unanswered) || Date.now() > deadline) throw error;
      await delay(250);
    }
  }
}

/** Throws unless the response has the status; `what` names the request. */
export function confirm(answer: Response, status: number, what: string): void {
  if (answer.status !== status) throw new Error(`${what}: status ${answer.status}`);
}

export type Form = [string, string][] | Record<string, string>;

export const post = (fields: Form, cookie: string | null = null): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
  headers: cookie ? { Cookie: cookie } : {},
});

/** Logs in if an earlier unanswered attempt already created the account. */
export async function register(site: string, advertiser: Advertiser): Promise<void> {
  const answer = await ask(
    `${site}/register`,
    post({ displayName: "Maria", email: advertiser.email, password, confirmPassword: password }),
  );
  if (answer.status === 400 && (await answer.text()).includes("E-mail já cadastrado!")) {
    return logIn(site, advertiser);
  }
  confirm(answer, 302, "the registration");
  advertiser.isRegistered = true;
  advertiser.cookie = cookiesOf(answer);
}

export async function logIn(site: string, advertiser: Advertiser): Promise<void> {
  const answer = await ask(`${site}/login`, post({ email: advertiser.email, password }));
  confirm(answer, 302, "the login");
  advertiser.isRegistered = true;
  advertiser.cookie = cookiesOf(answer);
}

const askOf =
  (site: string): Ask =>
  (path, init) =>
    ask(site + path, init);

/** Uploads a photo in three parts. */
export async function upload(site: string, advertiser: Advertiser, bytes: Buffer): Promise<void> {
  // Each upload is of a new draft: abandoned ones count towards a draft's limit of ten.
  const begun = await beginUpload(askOf(site), advertiser.cookie, { size: bytes.length });
  confirm(begun, 201, "creating an upload");
  advertiser.upload = { id: begun.headers.get("Location")?.split("/")[2] ?? "", bytes };
  await sendFrom(site, advertiser, advertiser.upload, 0);
}

async function sendFrom(
  site: string,
  advertiser: Advertiser,
  { id, bytes }: Upload,
  start: number,
) {
  const part = Math.ceil(bytes.length / 3);
  for (let offset = start; offset < bytes.length; ) {
    const chunk = bytes.subarray(offset, offset + part);
    const cookie = advertiser.cookie ?? "";
    const sent = await sendPart(askOf(site), cookie, `/envios/${id}`, offset, chunk);
    confirm(sent, 204, "sending a chunk");
    offset += chunk.length;
  }
  takePhoto(advertiser, id);
  advertiser.upload = null;
}

/** Resumes an upload as a browser would. */
export async function resumeUpload(site: string, advertiser: Advertiser): Promise<void> {
  const { upload } = advertiser;
  if (!upload) return;
  const [cookie, path] = [advertiser.cookie ?? "", `/envios/${upload.id}`];
  const polled = await fetchUploadStatus(askOf(site), cookie, path);
  if (polled.status === 200) {
    takePhoto(advertiser, upload.id);
    advertiser.upload = null;
    return;
  }
  confirm(polled, 202, "polling an upload");
  await sendFrom(site, advertiser, upload, await askOffset(askOf(site), cookie, path));
}

const dayInForm = (days: string) =>
  days
    .split(",")
    .map((day) => day.split("-").reverse().join("/"))
    .join();

function form(title: string, { body, valorFds, day, photos }: AdState): [string, string][] {
  return [
    ["title", title],
    ["body", body],
    ["valorFds", valorFds],
    ["telefone", "37900010264"],
    ["whatsapp", "on"],
    ["localizacao", "Turvo"],
    ["datasIndisponiveis", dayInForm(day)],
    ...photos.map((id): [string, string] => ["foto", id]),
  ];
}

export async function publish(site: string, advertiser: Advertiser, title: string, state: AdState) {
  const ad: Ad = { title, confirmed: null, pending: { kind: "create", state } };
  advertiser.ads.push(ad);
  advertiser.photos = advertiser.photos.filter((id) => !state.photos.includes(id));
  const fields = form(title, state);
  const answer = await ask(`${site}/posts/create`, post(fields, advertiser.cookie));
  confirm(answer, 302, "a publication");
  Object.assign(ad, { confirmed: state, pending: null });
}

export async function edit(
  site: string,
  advertiser: Advertiser,
  ad: Ad,
  id: string,
  state: AdState,
) {
  const headers = { Cookie: advertiser.cookie ?? "" };
  const opened = await ask(`${site}/posts/edit/${id}`, { headers });
  confirm(opened, 200, "the form of an ad");
  const html = await opened.text();
  const version = /name="versao" value="(\d+)"/.exec(html)?.[1] ?? "";
  const shownDays = /name="datasAntes" value="([^"]*)"/.exec(html)?.[1] ?? "";
  ad.pending = { kind: "edit", state };
  advertiser.photos = advertiser.photos.filter((photo) => !state.photos.includes(photo));
  const fields = form(ad.title, state);
  const answer = await ask(
    `${site}/posts/edit/${id}`,
    post([...fields, ["versao", version], ["datasAntes", shownDays]], advertiser.cookie),
  );
  confirm(answer, 302, "an edit");
  Object.assign(ad, { confirmed: state, pending: null });
}

/** Takes a photo, unless a check after a kill has already found it. */
function takePhoto(advertiser: Advertiser, id: string): void {
  if (!advertiser.photos.includes(id)) advertiser.photos.push(id);
}

export async function remove(
  site: string,
  advertiser: Advertiser,
  ad: Ad,
  id: string,
): Promise<void> {
  ad.pending = { kind: "delete" };
  const fields = { intent: "excluir", id, confirmado: "sim" };
  const answer = await ask(`${site}/dashboard`, post(fields, advertiser.cookie));
  confirm(answer, 302, "a deletion");
  Object.assign(ad, { confirmed: null, pending: null });
}
