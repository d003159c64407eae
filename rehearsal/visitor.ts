import assert from "node:assert/strict";
import { cookiesOf } from "../testing/cookies.ts";
import { makeJpeg } from "../testing/pictures.ts";

const password = "serra-da-canastra";

export interface Advertiser {
  email: string;
  cookie: string;
}

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

async function post(
  url: string,
  body: FormData | URLSearchParams,
  cookie: string,
  send: Fetch,
): Promise<Response> {
  return send(url, { method: "POST", body, redirect: "manual", headers: { Cookie: cookie } });
}

export async function register(
  site: string,
  email: string,
  send: Fetch = fetch,
): Promise<Advertiser> {
  const form = { displayName: "Ana", email, password, confirmPassword: password };
  const answer = await post(`${site}/register`, new URLSearchParams(form), "", send);
  assert.equal(answer.status, 302, `register: ${answer.status}`);
  return { email, cookie: cookiesOf(answer) };
}

export async function logIn(site: string, email: string, send: Fetch = fetch): Promise<Advertiser> {
  const answer = await post(`${site}/login`, new URLSearchParams({ email, password }), "", send);
  assert.equal(answer.status, 302, `login: ${answer.status}`);
  return { email, cookie: cookiesOf(answer) };
}

export async function publish(
  site: string,
  { cookie }: Advertiser,
  title: string,
  send: Fetch = fetch,
): Promise<void> {
  const form = new FormData();
  const fields = { title, body: "Na beira.", valorFds: "900", telefone: "37900010264" };
  for (const [name, value] of Object.entries({ ...fields, localizacao: "Turvo" })) {
    form.set(name, value);
  }
  const jpeg = new Uint8Array(await makeJpeg(900, 700));
  form.append("images", new File([jpeg], "casa.jpg", { type: "image/jpeg" }));
  const answer = await post(`${site}/posts/create`, form, cookie, send);
  assert.equal(answer.status, 302, `publish: ${answer.status}`);
}

export async function ownAds(
  site: string,
  { cookie }: Advertiser,
  send: Fetch = fetch,
): Promise<string[]> {
  const answer = await send(`${site}/dashboard`, { headers: { Cookie: cookie } });
  const found = (await answer.text()).matchAll(/\/posts\/edit\/([0-9a-f-]{36})/g);
  return [...new Set(Array.from(found, ([, id]) => id ?? ""))];
}

export async function removeAd(
  site: string,
  { cookie }: Advertiser,
  id: string,
  send: Fetch = fetch,
): Promise<void> {
  const form = new URLSearchParams({ intent: "excluir", id, confirmado: "sim" });
  const answer = await post(`${site}/dashboard`, form, cookie, send);
  assert(answer.ok, `delete: ${answer.status}`);
}

/** On the home page; returns the path. */
export async function firstPhoto(site: string, send: Fetch = fetch): Promise<string> {
  const home = await (await send(site)).text();
  const path = /\/fotos\/[^" ]+\/400\.avif/.exec(home)?.[0];
  assert(path, "a photo on the home page");
  return path;
}

export async function cachedBytes(site: string, metricsToken: string): Promise<number> {
  await (await fetch(site)).arrayBuffer();
  const headers = { Authorization: `Bearer ${metricsToken}` };
  const metrics = await (await fetch(`${site}/metricas`, { headers })).text();
  return Number(/^mardeminas_page_cache_bytes (\S+)/m.exec(metrics)?.[1]);
}
