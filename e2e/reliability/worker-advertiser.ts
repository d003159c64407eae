import { expect } from "vitest";
import { cookiesOf } from "../../testing/cookies.ts";
import { makeJpeg } from "../../testing/pictures.ts";
import type { WorkerConnection } from "./worker-connections.ts";

export interface Author {
  cookie: string;
  title: string;
  id: string;
}

export const form = (fields: Record<string, string>, cookie = ""): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
  headers: cookie ? { Cookie: cookie } : {},
});

export async function register({ ask }: WorkerConnection, email: string): Promise<string> {
  const account = { displayName: "Ana", email, password: "canastra", confirmPassword: "canastra" };
  const answer = await ask("/register", form(account));
  expect(answer.status).toBe(302);
  return cookiesOf(answer);
}

const fields = {
  body: "Na beira.",
  valorFds: "900",
  telefone: "37900010264",
  localizacao: "Turvo",
};

export async function publish(
  { ask }: WorkerConnection,
  email: string,
  title: string,
): Promise<Author> {
  const cookie = await register({ ask, pid: 0 }, email);
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...fields, title })) body.set(name, value);
  const photo = new Uint8Array(await makeJpeg(640, 480));
  body.append("images", new File([photo], "casa.jpg", { type: "image/jpeg" }));
  const answer = await ask("/posts/create", { method: "POST", body, headers: { Cookie: cookie } });
  expect(answer.status).toBe(302);
  const list = await (await ask("/dashboard", { headers: { Cookie: cookie } })).text();
  const id = /\/posts\/([0-9a-f-]{36})/.exec(list)?.[1] ?? "";
  return { cookie, title, id };
}

export async function rename(
  { ask }: WorkerConnection,
  author: Author,
  title: string,
): Promise<void> {
  const path = `/posts/edit/${author.id}`;
  const page = await (await ask(path, { headers: { Cookie: author.cookie } })).text();
  const versao = /name="versao" value="(\d+)"/.exec(page)?.[1] ?? "";
  const photos = [...page.matchAll(/name="foto" value="([^"]+)"/g)].map(([, id]) => id ?? "");
  const answer = await ask(
    path,
    form({ ...fields, title, versao, foto: photos[0] ?? "" }, author.cookie),
  );
  expect(answer.status).toBe(302);
  author.title = title;
}

export async function read({ ask }: WorkerConnection, path: string, cookie = ""): Promise<string> {
  const answer = await ask(path, cookie ? { headers: { Cookie: cookie } } : {});
  expect(answer.status).toBe(200);
  return answer.text();
}
