import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import {
  countRowsOf,
  deleteAccount,
  listingForm,
  post,
  upload,
} from "../../../testing/account-deletion.ts";
import { cookiesOf } from "../../../testing/cookies.ts";
import { waitingForLock } from "../../../testing/locks.ts";
import {
  createWaitingPhoto,
  listingInput,
  shareTestSite,
  signIn,
  type TestSite,
} from "../../../testing/site.ts";
import { deletedPosts, uploads } from "../../platform/db/schema.ts";
import { createListing } from "../listings/publishing.server.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "100" });

afterEach(async () => {
  const site = sharedSite();
  expect(site.errorLines.splice(0)).toEqual([]);
  // Letters wait in the outbox, so no other file is there.
  expect(await site.files()).toEqual([]);
});

test("an ad being published in another tab is deleted too", async () => {
  const site = sharedSite();
  const { user, cookie, password } = await signIn(site);
  const photo = await createWaitingPhoto(site, user.uid);
  let deletion: Promise<Response> | undefined;
  const published = await site.db.transaction(async (tx) => {
    const created = await createListing(tx, user.uid, listingInput(), [photo]);
    deletion = Promise.resolve(deleteAccount(site, cookie, password));
    await waitingForLock(site);
    return created;
  });
  if (!published.ok) throw new Error(published.message);
  expect((await deletion)?.status).toBe(302);
  expect(await countRowsOf(site, user.uid)).toBe(0);
  expect(await site.db.$count(deletedPosts, eq(deletedPosts.id, published.id))).toBe(1);
});

test("ads and uploads are refused while the account is being deleted", async () => {
  const site = sharedSite();
  const { user, cookie, password } = await signIn(site);
  const photo = await createWaitingPhoto(site, user.uid);
  const waiting = { id: crypto.randomUUID(), draftId: crypto.randomUUID(), filename: "a" };
  await site.db.insert(uploads).values({ ...waiting, uid: user.uid });
  let answers: Promise<[Response, Awaited<ReturnType<typeof createListing>>, Response]> | undefined;
  await site.db.transaction(async (tx) => {
    // The deletion waits here, half done.
    await tx.select().from(uploads).where(eq(uploads.uid, user.uid)).for("update");
    const deletion = Promise.resolve(deleteAccount(site, cookie, password));
    await waitingForLock(site);
    const publication = createListing(site.db, user.uid, listingInput(), [photo]);
    answers = Promise.all([deletion, publication, Promise.resolve(upload(site, cookie))]);
  });
  const [deleted, published, uploaded] = (await answers) ?? [];
  expect(deleted?.status).toBe(302);
  expect(published).toMatchObject({ ok: false, reason: "no-user" });
  // The upload is refused because either the account or its session is gone.
  expect([401, 422]).toContain(uploaded?.status);
  expect(await countRowsOf(site, user.uid)).toBe(0);
});

/** Lets `first` run once before a photo's file is stored. */
function beforeStoring({ photoStore }: TestSite, first: () => Promise<unknown>): void {
  const { flush } = photoStore;
  photoStore.flush = async (key) => {
    photoStore.flush = flush;
    await first();
    return flush(key);
  };
}

/** Lets `first` run once before an upload's bytes are written. */
function beforeWriting({ photoStore }: TestSite, first: () => Promise<unknown>): void {
  const { datastore } = photoStore.uploads;
  const { write } = datastore;
  datastore.write = async (...args) => {
    datastore.write = write;
    await first();
    return write.apply(datastore, args);
  };
}

test.each([
  ["received", beforeWriting],
  ["stored", beforeStoring],
])(
  "an upload being %s during the deletion is refused and leaves nothing behind",
  async (_, wait) => {
    const site = sharedSite();
    const { user, cookie, password } = await signIn(site);
    const deletions: number[] = [];
    wait(site, async () => {
      deletions.push((await deleteAccount(site, cookie, password)).status);
    });
    const uploaded = await upload(site, cookie);
    expect(deletions).toEqual([302]);
    expect([uploaded.status, await uploaded.text()]).toEqual([422, "Este envio foi cancelado."]);
    expect(await countRowsOf(site, user.uid)).toBe(0);
  },
);

test("a form storing a photo during the deletion redirects home and leaves nothing behind", async () => {
  const site = sharedSite();
  const { user, cookie, password } = await signIn(site);
  beforeStoring(site, async () => deleteAccount(site, cookie, password));
  const published = await post(site, "/posts/create", listingForm(), cookie);
  expect([published.status, published.headers.get("Location")]).toEqual([302, "/"]);
  expect(await countRowsOf(site, user.uid)).toBe(0);
});

test("concurrent commands, among them a second deletion, leave no personal data behind", async () => {
  const site = sharedSite();
  for (let round = 0; round < 3; round += 1) {
    const { user, cookie, password } = await signIn(site, { postsPermitidos: 5 });
    const login = new URLSearchParams({ email: user.email, password });
    const change = new URLSearchParams({
      intent: "password",
      currentPassword: password,
      password: "nova-senha",
      confirmPassword: "nova-senha",
    });
    const answers = await Promise.all([
      upload(site, cookie),
      post(site, "/posts/create", listingForm(), cookie),
      deleteAccount(site, cookie, password),
      deleteAccount(site, cookie, password),
      post(site, "/login", login, ""),
      post(site, "/minha-conta", change, cookie),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    // A new password that came first has ended this session, so another one asks again.
    if ((await countRowsOf(site, user.uid)) > 0) {
      const again = new URLSearchParams({ email: user.email, password: "nova-senha" });
      const renewed = await post(site, "/login", again, "");
      await deleteAccount(site, cookiesOf(renewed), "nova-senha");
    }
    expect(await countRowsOf(site, user.uid)).toBe(0);
  }
});
