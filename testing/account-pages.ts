import { desc } from "drizzle-orm";
import { outbox } from "../app/platform/db/mail-schema.ts";
import type { TestSite } from "./site.ts";

export function postForm(site: TestSite, path: string, form: Record<string, string>, cookie = "") {
  return site.app.request(path, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { Cookie: cookie },
  });
}

export async function letters(site: TestSite) {
  const rows = await site.db.select().from(outbox).orderBy(desc(outbox.createdAt));
  return rows.flatMap(({ content }) => (content.kind === "letter" ? [content] : []));
}

/** Returns the path of the link in the newest e-mail to this address. */
export async function linkIn(site: TestSite, to: string): Promise<string> {
  const letter = (await letters(site)).find((one) => one.to === to);
  return new URL(/http\S+/.exec(letter?.text ?? "")?.[0] ?? "").pathname;
}

export async function mayEnter(site: TestSite, cookie: string): Promise<boolean> {
  const answer = await site.app.request("/minha-conta", { headers: { Cookie: cookie } });
  return answer.status === 200;
}

/** Downloads through the form, which asks for the password. */
export async function downloadData(site: TestSite, cookie: string, currentPassword: string) {
  const answer = await postForm(site, "/minha-conta", { intent: "data", currentPassword }, cookie);
  const path = answer.headers.get("Location");
  if (!path?.startsWith("/minha-conta/dados?")) return answer;
  return site.app.request(path, { headers: { Cookie: cookie } });
}
