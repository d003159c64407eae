import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { type CheckedAd, check, publishChecked, readCheck } from "../../../../testing/checks.ts";
import { waitingForLock } from "../../../../testing/locks.ts";
import { lastEntry } from "../../../../testing/operator.ts";
import { makeJpeg } from "../../../../testing/pictures.ts";
import { lettersOf, listSubjects } from "../../../../testing/plan-advertiser.ts";
import { createWaitingPhoto, shareTestSite } from "../../../../testing/site.ts";
import { textOf } from "../../../../testing/text-of.ts";
import { updateName } from "../../../owner/account/update-name.server.ts";
import { photos, posts, users } from "../../../platform/db/schema.ts";
import type { ListingInput } from "../listing.ts";
import { createListing, updateListing } from "../publishing.server.ts";
import { sendCheckLetters } from "./check-letters.server.ts";

const sharedSite = shareTestSite({ SITE_URL: "https://mardeminas.example" });

afterEach(() => {
  vi.useRealTimers();
});

interface Edit {
  input?: Partial<ListingInput>;
  /** Which of the four photos stay, and how many new ones come. */
  kept?: number[];
  added?: number;
  losesCheck?: boolean;
}

async function edit(
  ad: CheckedAd,
  { input, kept = [0, 1, 2, 3], added = 0, losesCheck = false }: Edit,
) {
  const site = sharedSite();
  const photoIds = kept.map((n) => ad.photoIds[n] ?? "");
  for (let n = 0; n < added; n += 1) photoIds.push(await createWaitingPhoto(site, ad.uid));
  const { version } = await readCheck(site, ad.id);
  const all = { input: { ...ad.input, ...input }, photoIds, version, losesCheck };
  return updateListing(site, ad.uid, ad.id, all);
}

/** A degree of latitude is 111.2 km. */
const north = (km: number) => ({ latitude: -20.6147 + km / 111.2, longitude: -46.0497 });

// check.test.ts proves which changes end a check.
test.each<[string, Edit, string[]]>([
  ["another telephone", { input: { telefone: "37900010265" } }, ["telefone"]],
  [
    "another location and three of four photos replaced",
    { input: { localizacao: "Funil" }, kept: [2], added: 3 },
    ["foto", "localizacao"],
  ],
])("saving %s ends the check, once the owner accepts that", async (_what, change, parts) => {
  const site = sharedSite();
  const ad = await publishChecked(site);
  const rows = () => site.db.select().from(posts).where(eq(posts.id, ad.id));
  const before = { rows: await rows(), ...(await readCheck(site, ad.id)) };

  expect(await edit(ad, change)).toMatchObject({ ok: false, reason: "ends-check", parts });
  expect({ rows: await rows(), ...(await readCheck(site, ad.id)) }).toEqual(before);

  expect(await edit(ad, { ...change, losesCheck: true })).toEqual({ ok: true });
  const after = await readCheck(site, ad.id);
  expect(after).toMatchObject({ checkedAt: null, version: 2 });
  expect(after.check).toMatchObject({ seen: null, endedBy: parts, endedAt: expect.any(Date) });
  expect(await lastEntry(site, ad.id)).toMatchObject({
    actor: ad.email,
    action: "listing-check-ended",
    subject: "Rancho da Enseada",
    before: { checkedAt: before.checkedAt?.toISOString() },
    after: { checkedAt: null },
  });
});

test("saving new texts, prices and photos, or the same address in another spelling, doesn't end the check", async () => {
  const site = sharedSite();
  const ad = await publishChecked(site);
  const before = await readCheck(site, ad.id);
  const input = { title: "Rancho", valorFds: "3000", enderecoCompleto: "RUA DO PIER 12" };
  expect(await edit(ad, { input, kept: [0, 1], added: 2 })).toEqual({ ok: true });
  expect(await readCheck(site, ad.id)).toEqual({ ...before, version: 2 });
});

test("small steps are measured from the position that was checked", async () => {
  const ad = await publishChecked(sharedSite());
  expect(await edit(ad, { input: { position: north(0.2) } })).toEqual({ ok: true });
  expect(await edit(ad, { input: { position: north(0.4) } })).toMatchObject({ parts: ["mapa"] });
});

test("an edit that is refused otherwise ends nothing", async () => {
  const site = sharedSite();
  const ad = await publishChecked(site);
  const before = await readCheck(site, ad.id);
  const input = { ...ad.input, telefone: "37900010265" };
  const lost = { input, photoIds: ad.photoIds, losesCheck: true };
  const outdated = await updateListing(site, ad.uid, ad.id, { ...lost, version: 7 });
  expect(outdated).toMatchObject({ reason: "changed-meanwhile" });
  const photoIds = [crypto.randomUUID()];
  const missing = await updateListing(site, ad.uid, ad.id, { ...lost, version: 1, photoIds });
  expect(missing).toMatchObject({ reason: "photo-missing" });
  const { uid } = await publishChecked(site);
  const foreign = await updateListing(site, uid, ad.id, { ...lost, version: 1 });
  expect(foreign).toMatchObject({ reason: "not-found" });
  expect(await readCheck(site, ad.id)).toEqual(before);
});

test("another name ends the checks of all the advertiser's ads, once they accept that", async () => {
  const site = sharedSite();
  const ad = await publishChecked(site);
  const ids = [ad.id];
  for (const title of ["Casa do Lago", "Chalé sem marca"]) {
    const photo = await createWaitingPhoto(site, ad.uid);
    const published = await createListing(site.db, ad.uid, { ...ad.input, title }, [photo]);
    if (published.ok) ids.push(published.id);
  }
  await check(site, ids[1] ?? "");
  const other = await publishChecked(site);
  const checked = () =>
    Promise.all(ids.map(async (id) => (await readCheck(site, id)).checkedAt !== null));
  const name = async () =>
    (await site.db.select().from(users).where(eq(users.id, ad.uid)))[0]?.displayName;

  expect(await updateName(site.db, ad.uid, "MARIA APARECIDA  LEITE")).toEqual({ ok: true });
  expect(await checked()).toEqual([true, true, false]);

  const refused = await updateName(site.db, ad.uid, "João Souza");
  expect(refused).toMatchObject({ ok: false, reason: "ends-check", parts: ["createdBy"] });
  expect(JSON.stringify(refused)).toContain("“Rancho da Enseada”");
  expect(JSON.stringify(refused)).not.toContain("Chalé sem marca");
  expect([await checked(), await name()]).toEqual([[true, true, false], "MARIA APARECIDA  LEITE"]);

  const accepted = await updateName(site.db, ad.uid, "João Souza", { losesCheck: true });
  expect(accepted).toEqual({ ok: true });
  expect([await checked(), await name()]).toEqual([[false, false, false], "João Souza"]);
  expect((await readCheck(site, ids[1] ?? "")).check?.endedBy).toEqual(["createdBy"]);
  expect((await readCheck(site, ids[2] ?? "")).check).toBeNull();
  expect(await lastEntry(site, ad.id)).toMatchObject({
    actor: ad.email,
    reason: "Mudou: o nome de quem anuncia.",
  });
  expect((await readCheck(site, other.id)).checkedAt).not.toBeNull();
});

test("a check that has ended, by the clock or by a change, doesn't stand in the way", async () => {
  const site = sharedSite();
  const ad = await publishChecked(site);
  await check(site, ad.id, new Date("2027-01-31T15:00:00Z"));
  const change = { input: { telefone: "37900010265" } };
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2028-01-30T15:00:00Z") });
  expect(await edit(ad, change)).toMatchObject({ reason: "ends-check" });
  vi.setSystemTime(new Date("2028-01-31T03:00:00Z"));
  expect(await edit(ad, change)).toEqual({ ok: true });
  expect((await readCheck(site, ad.id)).check).toMatchObject({ endedAt: null });
  vi.useRealTimers();

  const other = await publishChecked(site);
  expect(await edit(other, { ...change, losesCheck: true })).toEqual({ ok: true });
  expect(await edit(other, { input: { telefone: "37900010266" } })).toEqual({ ok: true });
});

test("a new check replaces the earlier one and the state it recorded", async () => {
  const site = sharedSite();
  const ad = await publishChecked(site);
  const moved = { ...ad, input: { ...ad.input, telefone: "37900010265" } };
  expect(await edit(moved, { losesCheck: true })).toEqual({ ok: true });
  await check(site, ad.id);
  expect((await readCheck(site, ad.id)).check).toMatchObject({
    endedAt: null,
    endedBy: [],
    toldDaysLeft: null,
    seen: { telefone: "37900010265" },
  });
  expect(await edit(moved, { input: { title: "Rancho" } })).toEqual({ ok: true });
  expect(await edit(ad, {})).toMatchObject({ parts: ["telefone"] });
});

const typed = {
  title: "Rancho da Enseada",
  body: "O gramado termina onde a água começa, devagar.",
  valorFds: "2.400",
  telefone: "(37) 90001-0265",
  localizacao: "Escarpas do Lago",
  enderecoCompleto: "Rua do Píer, 12",
  mapa: "-20.6147, -46.0497",
  nomePix: "Maria A. Leite",
  versao: "1",
};

async function open() {
  const site = sharedSite();
  const ad = await publishChecked(site);
  const send = (path: string, form: FormData | URLSearchParams) =>
    site.app.request(path, { method: "POST", body: form, headers: { Cookie: ad.cookie } });
  return {
    ...ad,
    site,
    save(fields: Record<string, string>, images: Uint8Array<ArrayBuffer>[] = []) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...typed, ...fields })) form.append(name, value);
      for (const id of ad.photoIds) form.append("foto", id);
      for (const bytes of images) form.append("images", new File([bytes], "casa.jpg"));
      return send(`/posts/edit/${ad.id}`, form);
    },
    rename: (fields: Record<string, string>) =>
      send("/minha-conta", new URLSearchParams({ intent: "name", ...fields })),
    stored: async () => (await site.db.select().from(posts).where(eq(posts.id, ad.id)))[0],
  };
}

const loseButton = /<button[^>]*name="perdeMarca"[^>]*>Salvar e perder a marca</;

test("without script, a save that ends the check is refused, keeps everything, and is accepted with the other button", async () => {
  const { save, site, id, uid, stored } = await open();
  const before = await stored();
  const refused = await save({}, [new Uint8Array(await makeJpeg(60, 40))]);
  expect(refused.status).toBe(409);
  const html = await refused.text();
  expect(textOf(html)).toContain(
    "Se salvar assim, o anúncio perde a marca “Conferido”, porque muda o telefone. Depois, é só pedir outra conferência. Veja: Telefone .",
  );
  expect(html).toContain('<a href="#telefone"');
  expect(html).toMatch(loseButton);
  expect(html).toContain('value="(37) 90001-0265"');
  expect(html).toContain("O gramado termina onde a água começa, devagar.");
  // Enter in a field presses the first submit button, which must not accept the loss.
  expect(/<button type="submit" form="anuncio"[^>]*>/.exec(html)?.[0]).not.toContain("perdeMarca");
  expect(await stored()).toEqual(before);

  const waiting = (await site.db.select().from(photos).where(eq(photos.uid, uid))).find(
    ({ postId }) => postId === null,
  );
  expect(html).toContain(`value="${waiting?.id}"`);

  const saved = await save({ perdeMarca: "sim", foto: waiting?.id ?? "" });
  expect([saved.status, saved.headers.get("Location")]).toEqual([302, "/"]);
  expect(await stored()).toMatchObject({ telefone: "37900010265", checkedAt: null });
  expect(await site.db.$count(photos, eq(photos.postId, id))).toBe(5);
});

test("without script, a new name on /minha-conta asks the same", async () => {
  const { rename, site, id, uid } = await open();
  const refused = await rename({ displayName: "João Souza" });
  expect(refused.status).toBe(409);
  const html = await refused.text();
  expect(textOf(html)).toContain(
    "Se salvar assim, “Rancho da Enseada” perde a marca “Conferido”, porque muda o nome de quem anuncia. Depois, é só pedir outra conferência.",
  );
  expect(html).toMatch(loseButton);
  expect(html).toContain('value="João Souza"');
  expect(html.indexOf("Salvar nome")).toBeLessThan(html.indexOf("perdeMarca"));
  const name = async () =>
    (await site.db.select().from(users).where(eq(users.id, uid)))[0]?.displayName;
  expect(await name()).toBe("Maria Aparecida Leite");

  expect((await rename({ displayName: "João Souza", perdeMarca: "sim" })).status).toBe(302);
  expect(await name()).toBe("João Souza");
  expect((await readCheck(site, id)).checkedAt).toBeNull();
});

/** An ad that was checked late in the region's evening. */
async function openCase() {
  const site = sharedSite();
  const ad = await publishChecked(site);
  const late = new Date("2026-11-26T23:30:00-03:00");
  await check(site, ad.id, late);
  return { site, ...ad, late };
}

const subjects = {
  soon: "A marca “Conferido” do seu anúncio sai em 26/11/2027",
  over: "Seu anúncio no Mar de Minas não está mais conferido",
};

/** Days on which the job runs, with the letter that it sends. */
const timelines: [title: string, ...runs: string[]][] = [
  [
    "every day around the letters",
    ...["2027-10-26", "2027-10-27 soon", "2027-10-27", "2027-10-28", "2027-11-18"],
    ...["2027-11-19 soon", "2027-11-20", "2027-11-25", "2027-11-26 over", "2027-11-26"],
    "2028-03-01",
  ],
  ["the first letter comes late, and the second on its day", "2027-11-10 soon", "2027-11-19 soon"],
  ["stopped over both: only the second letter", "2027-11-24 soon", "2027-11-25"],
  ["stopped until after the end: only the last letter", "2028-06-01 over", "2028-06-02"],
];

/** Runs the job on a day; returns the subjects of the letters that this advertiser has got by then. */
async function subjectsBy(day: string, uid: string): Promise<string[]> {
  const site = sharedSite();
  await sendCheckLetters(site, day);
  return listSubjects(site, uid);
}

test.each(timelines)("%s", async (_title, ...runs) => {
  const { uid } = await openCase();
  const sent: string[] = [];
  for (const run of runs) {
    const [day = "", letter] = run.split(" ") as [string, keyof typeof subjects | undefined];
    if (letter) sent.push(subjects[letter]);
    expect(await subjectsBy(day, uid), day).toEqual(sent);
  }
});

test("the letters say when the check ends and how to renew it", async () => {
  const { site, id, uid, late } = await openCase();
  await sendCheckLetters(site, "2027-10-27");
  await sendCheckLetters(site, "2027-11-25");
  await sendCheckLetters(site, "2027-11-26");
  const [month, week, ended] = (await lettersOf(site, uid)).map(({ text }) => text);
  expect(month).toContain(
    'a do seu anúncio "Rancho da Enseada" sai em 26/11/2027, daqui a 30 dias',
  );
  expect(week).toContain("sai em 26/11/2027, amanhã");
  expect(ended).toContain("saiu em 26/11/2027.");
  for (const text of [month, week, ended]) {
    expect(text).toContain("https://mardeminas.example/contato");
    expect(text).toContain("https://mardeminas.example/anuncio-conferido");
  }
  expect(await lastEntry(site, id)).toMatchObject({
    actor: "site",
    action: "listing-check-ended",
    reason: "Passaram doze meses.",
    before: { checkedAt: late.toISOString() },
  });
});

test("a new check, or none, ends the letters of the one before", async () => {
  const { site, id, uid, input, photoIds } = await openCase();
  const countBy = async (day: string) => (await subjectsBy(day, uid)).length;
  expect(await countBy("2027-11-20")).toBe(1);
  await check(site, id, new Date("2027-11-21T15:00:00Z"));
  for (const day of ["2027-11-21", "2027-11-26", "2028-10-21"]) {
    expect(await countBy(day), day).toBe(1);
  }
  expect(await countBy("2028-10-22")).toBe(2);
  await check(site, id);
  const change = { input: { ...input, telefone: "37900010265" }, photoIds, version: 1 };
  await updateListing(site, uid, id, { ...change, losesCheck: true });
  expect(await countBy("2040-01-01")).toBe(2);
});

test("no letters go out about ads that the staff took down, or that were never checked", async () => {
  const { site, id, uid } = await openCase();
  const other = await publishChecked(site);
  await site.db.update(posts).set({ checkedAt: null }).where(eq(posts.id, other.id));
  const pause = (pausedBy: "owner" | "operator" | null) =>
    site.db
      .update(posts)
      .set({ pausedBy, pausedAt: pausedBy && new Date() })
      .where(eq(posts.id, id));
  const block = (blockedAt: Date | null) =>
    site.db.update(users).set({ blockedAt }).where(eq(users.id, uid));
  await pause("operator");
  expect(await subjectsBy("2027-11-20", uid)).toEqual([]);
  await pause(null);
  await block(new Date());
  expect(await subjectsBy("2027-11-20", uid)).toEqual([]);
  await block(null);
  await pause("owner");
  expect(await subjectsBy("2027-11-20", uid)).toHaveLength(1);
  expect(await lettersOf(site, other.uid)).toEqual([]);
});

test("an address that nobody confirmed gets no words of the owner's", async () => {
  const { site, uid } = await openCase();
  await site.db.update(users).set({ emailVerified: false }).where(eq(users.id, uid));
  await sendCheckLetters(site, "2027-11-20");
  const [letter] = await lettersOf(site, uid);
  expect(letter?.text).toContain("Olá!\n");
  expect(letter?.text).toContain("a do seu anúncio sai em 26/11/2027");
});

test("two sites send each letter once", async () => {
  const { site, id, uid } = await openCase();
  let both: Promise<unknown> | undefined;
  await site.db.transaction(async (tx) => {
    await tx.select().from(posts).where(eq(posts.id, id)).for("update");
    both = Promise.all([site, site].map((each) => sendCheckLetters(each, "2027-11-20")));
    await waitingForLock(site, 2);
  });
  await both;
  expect(await lettersOf(site, uid)).toHaveLength(1);
});
