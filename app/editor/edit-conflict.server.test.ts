import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createWaitingPhoto, listingInput, shareTestSite, signIn } from "../../testing/site.ts";
import { posts } from "../db/schema.ts";
import { createListing } from "../listings/publishing.server.ts";

const sharedSite = shareTestSite();

const typed = {
  title: "Da segunda aba",
  body: "O gramado termina onde a água começa.",
  valorFds: "2.400",
  telefone: "(37) 90001-0264",
  localizacao: "Turvo",
};

test("without script, a stale edit can be compared with the current version and saved anyway", async () => {
  const site = sharedSite();
  const { cookie, user } = await signIn(site);
  const photo = await createWaitingPhoto(site, user.uid);
  const published = await createListing(site.db, user.uid, listingInput(), [photo]);
  const id = published.ok ? published.id : "";
  const changeElsewhere = (version: number) =>
    site.db.update(posts).set({ title: "Da primeira aba", version }).where(eq(posts.id, id));
  const save = (fields: Record<string, string>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...typed, foto: photo, ...fields })) {
      body.append(name, value);
    }
    return site.app.request(`/posts/edit/${id}`, {
      method: "POST",
      body,
      headers: { Cookie: cookie },
    });
  };
  const storedTitle = async () =>
    (await site.db.select().from(posts).where(eq(posts.id, id)))[0]?.title;
  const overrideOf = (html: string) => {
    const button = /<button[^>]*name="mesmoAssim"[^>]*>/.exec(html)?.[0] ?? "";
    return /value="(\d+)"/.exec(button)?.[1];
  };

  await changeElsewhere(2);
  const refused = await save({ versao: "1" });
  expect(refused.status).toBe(400);
  const html = await refused.text();
  expect(html).toContain("Este anúncio foi alterado em outra aba ou aparelho.");
  expect(html).toContain('value="Da segunda aba"');
  expect(html).toMatch(
    new RegExp(`<a[^>]*href="/posts/${id}"[^>]*target="_blank"[^>]*>Ver a versão atual</a>`),
  );
  expect(html).toContain('name="versao" value="1"');
  expect(overrideOf(html)).toBe("2");
  // Enter in a field presses the first submit button, which must not overwrite.
  expect(/<button type="submit" form="anuncio"[^>]*>/.exec(html)?.[0]).not.toContain("mesmoAssim");
  expect(await storedTitle()).toBe("Da primeira aba");

  // Saving anyway replaces the version that was shown, not a later one.
  await changeElsewhere(3);
  const again = await save({ versao: "1", mesmoAssim: "2" });
  expect(again.status).toBe(400);
  expect(overrideOf(await again.text())).toBe("3");
  expect(await storedTitle()).toBe("Da primeira aba");

  const saved = await save({ versao: "1", mesmoAssim: "3" });
  expect([saved.status, saved.headers.get("Location")]).toEqual([302, "/"]);
  expect(await storedTitle()).toBe("Da segunda aba");
});
