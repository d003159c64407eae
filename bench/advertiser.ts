import { cookiesOf } from "../testing/cookies.ts";
import { type Environment, query } from "./environment.ts";
import type { Server } from "./servers.ts";

export async function newestAd(environment: Environment, ads: number): Promise<string> {
  const { url } = await environment.database(ads);
  const [row] = await query(url, `select id from posts order by "createdAt" desc, id desc limit 1`);
  return `/posts/${row?.id}`;
}

/** A new advertiser's cookies. */
export async function logIn(site: Server): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  const password = "serra-da-canastra";
  await send("/register", { displayName: "Maria", email, password, confirmPassword: password });
  const cookie = await send("/login", { email, password });
  if (!cookie) throw new Error("the login set no cookie");
  return cookie;

  async function send(path: string, fields: Record<string, string>): Promise<string> {
    const body = new URLSearchParams(fields);
    const answer = await fetch(site.url + path, { method: "POST", body, redirect: "manual" });
    if (answer.status !== 302) throw new Error(`${path} answered ${answer.status}`);
    return cookiesOf(answer);
  }
}
