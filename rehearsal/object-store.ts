import assert from "node:assert/strict";
import { join } from "node:path";
import { type SiteProcess, startSite } from "../e2e/site-process.ts";
import {
  askAt,
  findPhoto,
  listOwnAds,
  publish,
  register,
  removeAd,
} from "../testing/advertiser.ts";
import { createBucket, type ObjectService, startCeph, tryRequest } from "./ceph.ts";
import { type Part, type Stage, until } from "./stage.ts";

const bucket = "fotos";

export const objectStore: Part = {
  title: "An S3 service that checks signatures (Ceph's RADOS gateway)",
  packages: ["ceph-mon", "ceph-osd", "radosgw"],
  needsInternet: false,
  writesTrees: false,
  minutes: 6,
  async run(stage) {
    const service = await stage.step("Debian's Ceph serves S3 and creates a bucket", async () => {
      const started = await startCeph(stage.folder, {
        accessKey: "mardeminas",
        secretKey: "segredo-do-armazenamento",
        address: "127.0.0.1:7070",
      });
      await createBucket(started, bucket);
      return started;
    });
    assert(service);
    const site = await stage.step("the site starts on it", () =>
      openSite(stage, "dados", service, service.secretKey),
    );
    assert(site);
    await rehearsePhotos(stage, site, service);
    await rehearseWrongSecret(stage, service);
    assert.equal(await site.end("SIGTERM"), 0);
  },
};

function openSite(
  stage: Stage,
  name: string,
  { endpoint, accessKey }: ObjectService,
  secret: string,
): Promise<SiteProcess> {
  const env = {
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKey,
    S3_SECRET_ACCESS_KEY: secret,
    SITE_EMAIL: "contato@mardeminas.test",
  };
  return startSite({ plainHttp: true, dataDir: join(stage.folder, name), env });
}

async function rehearsePhotos(
  stage: Stage,
  site: SiteProcess,
  service: ObjectService,
): Promise<void> {
  const ask = askAt(site.url);
  const cookie = await register(ask);
  const path = await stage.step(
    "the photo of a published ad is stored in the bucket",
    async (note) => {
      await publish(ask, cookie);
      const keys = await service.keys(bucket);
      assert(keys.some((key) => key.startsWith("imoveis/") && key.endsWith("/400.avif")));
      note(`${keys.length} objects`);
      return findPhoto(ask);
    },
  );
  assert(path);
  await stage.step("the photo is served from the bucket", async (note) => {
    const answer = await ask(path);
    assert.equal(answer.headers.get("Content-Type"), "image/jpeg");
    note(`${(await answer.arrayBuffer()).byteLength} bytes`);
  });
  await stage.step("deleting the ad empties the bucket, and the photo is 404", async () => {
    const [id = ""] = await listOwnAds(ask, cookie);
    await removeAd(ask, cookie, id);
    assert.deepEqual(await listOwnAds(ask, cookie), []);
    await until("the bucket is empty", async () => (await service.keys(bucket)).length === 0, 30);
    assert.equal((await ask(path)).status, 404);
  });
}

async function rehearseWrongSecret(stage: Stage, service: ObjectService): Promise<void> {
  await stage.step(
    "a wrong secret is refused without an ad, an object or a crash",
    async (note) => {
      const wrong = "outro-segredo";
      assert.equal(await tryRequest(service, bucket, service.secretKey), "");
      const refusal = await tryRequest(service, bucket, wrong);
      assert.equal(refusal, "SignatureDoesNotMatch");
      note(refusal);
      const site = await openSite(stage, "errado", service, wrong);
      const ask = askAt(site.url);
      const cookie = await register(ask);
      await assert.rejects(publish(ask, cookie), /create: 503/);
      assert.deepEqual(await listOwnAds(ask, cookie), []);
      assert.deepEqual(await service.keys(bucket), []);
      assert.equal(await site.end("SIGTERM"), 0);
    },
  );
}
