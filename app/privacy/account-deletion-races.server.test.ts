import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  deleteAccount,
  listingForm,
  noRows,
  post,
  upload,
} from "../../testing/account-deletion.ts";
import { cookiesOf } from "../../testing/cookies.ts";
import { waitingForLock } from "../../testing/locks.ts";
import {
  createWaitingPhoto,
  listingInput,
  openTestSite,
  signIn,
  type TestSite,
} from "../../testing/site.ts";
import { deletedPosts, uploads } from "../db/schema.ts";
import { sessions } from "../db/session-schema.ts";
import { createListing } from "../listings/publishing.server.ts";

test("an ad being published in another tab is deleted too", async () => {
  const site = await openTestSite();
  const { user, cookie, password } = await signIn(site);
  const photo = await createWaitingPhoto(site, user.uid);
  let deletion: Promise<Response> | undefined;
  await site.db.transaction(async (tx) => {
    const published = await createListing(tx, user.uid, listingInput(), [photo]);
    expect(published.ok).toBe(true);
    deletion = Promise.resolve(deleteAccount(site, cookie, password));
    await waitingForLock(site);
  });
  expect((await deletion)?.status).toBe(302);
  expect(await site.rows()).toMatchObject(noRows);
  expect(await site.db.$count(deletedPosts)).toBe(1);
});

test("ads and uploads are refused while the account is being deleted", async () => {
  const site = await openTestSite();
  const { user, cookie, password } = await signIn(site);
  const photo = await createWaitingPhoto(site, user.uid);
  await site.db.insert(uploads).values({
    id: crypto.randomUUID(),
    uid: user.uid,
    draftId: crypto.randomUUID(),
    filename: "a",
  });
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
  expect(await site.rows()).toMatchObject(noRows);
});

const moments: [
  moment: string,
  interrupt: (site: TestSite, first: () => Promise<unknown>) => void,
][] = [
  [
    "received",
    ({ photoStore }, first) => {
      const { datastore } = photoStore.uploads;
      const write = datastore.write.bind(datastore);
      datastore.write = async (...args) => first().then(() => write(...args));
    },
  ],
  [
    "stored",
    ({ photoStore }, first) => {
      const { flush } = photoStore;
      photoStore.flush = (key) => first().then(() => flush(key));
    },
  ],
];

test.each(moments)(
  "an upload being %s during the deletion is refused and leaves nothing behind",
  async (_, interrupt) => {
    const site = await openTestSite();
    const { cookie, password } = await signIn(site);
    const deletions: number[] = [];
    interrupt(site, async () => {
      deletions.push((await deleteAccount(site, cookie, password)).status);
    });
    const uploaded = await upload(site, cookie);
    expect(deletions).toEqual([302]);
    expect([uploaded.status, await uploaded.text()]).toEqual([422, "Este envio foi cancelado."]);
    expect(await site.rows()).toMatchObject(noRows);
    expect(await site.files()).toEqual([]);
    expect(site.errorLines).toEqual([]);
  },
);

test("a form storing a photo during the deletion redirects home and leaves nothing behind", async () => {
  const site = await openTestSite();
  const { cookie, password } = await signIn(site);
  const { flush } = site.photoStore;
  site.photoStore.flush = async (key) => {
    await deleteAccount(site, cookie, password);
    return flush(key);
  };
  const published = await post(site, "/posts/create", listingForm(), cookie);
  expect([published.status, published.headers.get("Location")]).toEqual([302, "/"]);
  expect(await site.rows()).toMatchObject(noRows);
  expect(await site.files()).toEqual([]);
  expect(site.errorLines).toEqual([]);
});

test("concurrent commands leave no personal data behind", async () => {
  const site = await openTestSite();
  for (let round = 0; round < 4; round += 1) {
    const { user, cookie, password } = await signIn(site, { postsPermitidos: 5 });
    const login = new URLSearchParams({ email: user.email, password });
    const password2 = new URLSearchParams({
      intent: "password",
      currentPassword: password,
      password: "nova-senha",
      confirmPassword: "nova-senha",
    });
    const answers = await Promise.all([
      upload(site, cookie),
      post(site, "/posts/create", listingForm(), cookie),
      upload(site, cookie),
      deleteAccount(site, cookie, password),
      post(site, "/login", login, ""),
      post(site, "/minha-conta", password2, cookie),
    ]);
    expect(site.errorLines).toEqual([]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    // A new password that came first has ended this session, so another one asks again.
    if ((await site.rows()).users > 0) {
      const renewed = await post(
        site,
        "/login",
        new URLSearchParams({ email: user.email, password: "nova-senha" }),
        "",
      );
      await deleteAccount(site, cookiesOf(renewed), "nova-senha");
    }
    expect(await site.rows()).toMatchObject(noRows);
    expect(await site.files()).toEqual([]);
  }
});

test("of two concurrent deletions one succeeds", async () => {
  const site = await openTestSite();
  const { cookie, password } = await signIn(site);
  const answers = await Promise.all([1, 2].map(() => deleteAccount(site, cookie, password)));
  for (const answer of answers) expect(answer.status).toBe(302);
  expect(await site.rows()).toMatchObject({ ...noRows, outbox: 1 });
  expect(await site.db.$count(sessions)).toBe(0);
});
