import { expect } from "vitest";
import { listingForm, listOwnAds, post, publish, register } from "../../testing/advertiser.ts";
import type { Ask } from "../../testing/upload.ts";

export interface Author {
  cookie: string;
  title: string;
  id: string;
}

/** Publishes a new advertiser's first ad. */
export async function publishAs(ask: Ask, email: string, title: string): Promise<Author> {
  const cookie = await register(ask, email);
  await publish(ask, cookie, { title });
  const [id = ""] = await listOwnAds(ask, cookie);
  return { cookie, title, id };
}

export async function rename(ask: Ask, author: Author, title: string): Promise<void> {
  const path = `/posts/edit/${author.id}`;
  const page = await read(ask, path, author.cookie);
  const [, versao = ""] = /name="versao" value="(\d+)"/.exec(page) ?? [];
  const [, foto = ""] = /name="foto" value="([^"]+)"/.exec(page) ?? [];
  const answer = await ask(path, post(listingForm({ title, versao, foto }), author.cookie));
  expect(answer.status).toBe(302);
  author.title = title;
}

export async function read(ask: Ask, path: string, cookie = ""): Promise<string> {
  const answer = await ask(path, cookie ? { headers: { Cookie: cookie } } : {});
  expect(answer.status).toBe(200);
  return answer.text();
}
