import assert from "node:assert/strict";
import { join } from "node:path";
import { createBucket, type ObjectService, startCeph, tryRequest } from "./ceph.ts";
import { type RehearsedSite, startSite } from "./site.ts";
import { type Part, type Stage, until } from "./stage.ts";
import { firstPhoto, ownAds, publish, register, removeAd } from "./visitor.ts";

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
      openSite(stage, "dados", 3010, service, service.secretKey),
    );
    assert(site);
    await rehearsePhotos(stage, site, service);
    await rehearseWrongSecret(stage, service);
    assert.equal(await site.end(), 0);
  },
};

function openSite(
  stage: Stage,
  name: string,
  port: number,
  { endpoint, accessKey }: ObjectService,
  secret: string,
): Promise<RehearsedSite> {
  return startSite(port, join(stage.folder, name), {
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKey,
    S3_SECRET_ACCESS_KEY: secret,
    SITE_EMAIL: "contato@mardeminas.test",
  });
}

async function rehearsePhotos(
  stage: Stage,
  site: RehearsedSite,
  service: ObjectService,
): Promise<void> {
  const advertiser = await register(site.url, "balde@example.com");
  const path = await stage.step(
    "the photo of a published ad is stored in the bucket",
    async (note) => {
      await publish(site.url, advertiser, "Rancho do Balde");
      const keys = await service.keys(bucket);
      assert(keys.some((key) => key.startsWith("imoveis/") && key.endsWith("/400.avif")));
      note(`${keys.length} objects`);
      return firstPhoto(site.url);
    },
  );
  assert(path);
  await stage.step("the photo is served from the bucket", async (note) => {
    const answer = await fetch(site.url + path);
    assert.equal(answer.headers.get("Content-Type"), "image/avif");
    note(`${(await answer.arrayBuffer()).byteLength} bytes`);
  });
  await stage.step("deleting the ad empties the bucket, and the photo is 404", async () => {
    const [id = ""] = await ownAds(site.url, advertiser);
    await removeAd(site.url, advertiser, id);
    assert.deepEqual(await ownAds(site.url, advertiser), []);
    await until("the bucket is empty", async () => (await service.keys(bucket)).length === 0, 30);
    assert.equal((await fetch(site.url + path)).status, 404);
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
      const site = await openSite(stage, "errado", 3011, service, wrong);
      const advertiser = await register(site.url, "errado@example.com");
      await assert.rejects(publish(site.url, advertiser, "Rancho Errado"), /publish: 503/);
      assert.deepEqual(await ownAds(site.url, advertiser), []);
      assert.deepEqual(await service.keys(bucket), []);
      assert.equal(await site.end(), 0);
    },
  );
}
