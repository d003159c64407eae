import { cookiesOf } from "./cookies.ts";
import { makeJpeg } from "./pictures.ts";
import type { Ask } from "./upload.ts";

/** Asks the site at an address, without following redirects. */
export function askAt(url: string): (path: string, init?: RequestInit) => Promise<Response> {
  return (path, init) => fetch(url + path, { redirect: "manual", ...init });
}

export function post(form: FormData | Record<string, string>, cookie = ""): RequestInit {
  const body = form instanceof FormData ? form : new URLSearchParams(form);
  return { method: "POST", body, headers: cookie ? { Cookie: cookie } : {} };
}

/** A password long enough for the staff. */
export const password = "tucano-na-varanda";

/** Returns the new account's session cookie, without the greeting that the next page would show. */
export async function register(
  ask: Ask,
  email = `${crypto.randomUUID()}@example.com`,
): Promise<string> {
  const name = "Maria Aparecida Leite";
  const form = { displayName: name, email, password, confirmPassword: password };
  const cookies = cookiesOf(await send(ask, "/register", post(form))).split("; ");
  return cookies.find((each) => each.includes("session_token")) ?? "";
}

export async function logIn(ask: Ask, email: string, typed = password): Promise<string> {
  return cookiesOf(await send(ask, "/login", post({ email, password: typed })));
}

/** Reads the login of the sample ads' owner, as the site prints it when it starts. */
export function sampleAccount(output: string): { email: string; password: string } {
  const [, email = "", password = ""] = /exemplo: (\S+), senha (\S+)/.exec(output) ?? [];
  return { email, password };
}

/** An ad with its photos in the form, as browsers without script send it. */
export function listingForm(
  fields: Record<string, string> = {},
  photos: readonly Buffer[] = [],
): FormData {
  const form = new FormData();
  const all = {
    title: "Rancho Beira d’Água",
    body: "O gramado termina onde a água começa.",
    valorFds: "900",
    telefone: "37900010264",
    whatsapp: "on",
    localizacao: "Turvo",
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  for (const photo of photos) {
    form.append("images", new File([new Uint8Array(photo)], "casa.jpg", { type: "image/jpeg" }));
  }
  return form;
}

/** Publishes an ad with a photo. */
export async function publish(
  ask: Ask,
  cookie: string,
  fields: Record<string, string> = {},
): Promise<void> {
  const form = listingForm(fields, [await makeJpeg(900, 700)]);
  await send(ask, "/posts/create", post(form, cookie));
}

/** Lists the ids of the advertiser's ads. */
export async function listOwnAds(ask: Ask, cookie: string): Promise<string[]> {
  const dashboard = await ask("/dashboard", { headers: { Cookie: cookie } });
  const found = (await dashboard.text()).matchAll(/\/posts\/edit\/([0-9a-f-]{36})/g);
  return [...new Set(Array.from(found, ([, id = ""]) => id))];
}

export async function removeAd(ask: Ask, cookie: string, id: string): Promise<void> {
  await send(ask, "/dashboard", post({ intent: "excluir", id, confirmado: "sim" }, cookie), 302);
}

/** Path of the first ad on the home page. */
export function findAd(ask: Ask): Promise<string> {
  return findOnHomePage(ask, /\/posts\/[0-9a-f-]{36}/);
}

/** Path of the first photo on the home page. */
export function findPhoto(ask: Ask): Promise<string> {
  return findOnHomePage(ask, /\/fotos\/[\w-]+\/400(?=[" ])/);
}

async function findOnHomePage(ask: Ask, pattern: RegExp): Promise<string> {
  const [path] = pattern.exec(await (await ask("/", {})).text()) ?? [];
  if (!path) throw new Error(`the home page has no ${pattern}`);
  return path;
}

async function send(ask: Ask, path: string, init: RequestInit, expected = 302): Promise<Response> {
  const answer = await ask(path, init);
  if (answer.status !== expected) throw new Error(`${path}: ${answer.status}`);
  return answer;
}
