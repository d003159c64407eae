import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { S3Client } from "@aws-sdk/client-s3";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startBucket, type TestBucket } from "../../testing/bucket.ts";
import { type BucketDisk, openBucketDisk } from "./bucket-store.server.ts";
import { openFolderDisk } from "./folder-store.server.ts";
import type { Disk } from "./store.server.ts";

let folder: string;
let bucket: TestBucket;
let disks: { folder: Disk; bucket: BucketDisk };
let sending: { mockRestore: () => void } | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mar-de-minas-discos-"));
  bucket = await startBucket(folder);
  const { S3_BUCKET = "", S3_ENDPOINT = "" } = bucket.env;
  const settings = {
    bucket: S3_BUCKET,
    region: "us-east-1",
    endpoint: S3_ENDPOINT,
    credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
    forcePathStyle: true,
  };
  disks = {
    folder: openFolderDisk(join(folder, "arquivos")),
    bucket: openBucketDisk(settings),
  };
});

afterEach(async () => {
  sending?.mockRestore();
  for (const disk of Object.values(disks)) await disk.deleteAll("a");
});

afterAll(async () => {
  await bucket?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function list(disk: Disk, of: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of disk.list(of)) keys.push(key);
  return keys.sort();
}

test.each(["folder", "bucket"] as const)("a %s keeps files by key", async (name) => {
  const disk = disks[name];
  const began = Date.now();
  await disk.put("a/b/1.jpg", new Uint8Array([1, 2, 3]), { cacheControl: "private" });
  await disk.put("a/b/c/2.json", "água");
  await disk.put("a/b/1.jpg", new Uint8Array([4, 5]));
  expect([...(await disk.getBytes("a/b/1.jpg"))]).toEqual([4, 5]);
  expect(await text(await disk.getStream("a/b/c/2.json"))).toBe("água");
  expect(await disk.exists("a/b/1.jpg")).toBe(true);
  for (const missing of ["a/b", "a/b/2.jpg", "a/b/1.jpg/x"]) {
    expect(await disk.exists(missing), missing).toBe(false);
  }
  await expect(disk.getBytes("a/b/2.jpg")).rejects.toThrow();
  for await (const { findModified } of disk.list("a")) {
    // File systems may keep whole seconds only.
    expect((await findModified()).getTime()).toBeGreaterThanOrEqual(began - 1000);
  }
});

test.each(["folder", "bucket"] as const)(
  "a %s lists and deletes what is below a folder",
  async (name) => {
    const disk = disks[name];
    const keys = ["a/b/1.jpg", "a/b/c/2.jpg", "a/bc/3.jpg"];
    for (const key of keys) await disk.put(key, "x");
    expect(await list(disk, "a")).toEqual(keys);
    expect(await list(disk, "a/b")).toEqual(keys.slice(0, 2));
    expect(await list(disk, "a/none")).toEqual([]);
    await disk.delete("a/b/1.jpg");
    await disk.delete("a/b/1.jpg");
    expect(await list(disk, "a/b")).toEqual(["a/b/c/2.jpg"]);
    await disk.deleteAll("a/b");
    await disk.deleteAll("a/b");
    expect(await list(disk, "a")).toEqual(["a/bc/3.jpg"]);
  },
);

test("keys can't leave the folder", async () => {
  const disk = disks.folder;
  const outside = ["../fora.jpg", "a/../../fora.jpg", "..", "", "."];
  for (const key of outside) {
    await expect(disk.put(key, "x"), key).rejects.toThrow("outside the folder");
    await expect(disk.getBytes(key), key).rejects.toThrow("outside the folder");
    await expect(disk.deleteAll(key), key).rejects.toThrow("outside the folder");
    await expect(list(disk, key), key).rejects.toThrow("outside the folder");
  }
});

/** Instead of the bucket, whose pages the test server can't continue. */
function answerWith(...answers: object[]) {
  const sent: { name: string; input: object }[] = [];
  sending = vi.spyOn(S3Client.prototype, "send").mockImplementation(async (command: object) => {
    const { input } = command as { input: object };
    sent.push({ name: command.constructor.name, input });
    return answers.shift();
  });
  return sent;
}

const pages = [
  { Contents: [{ Key: "a/1" }, { Key: "a/2" }], NextContinuationToken: "next" },
  { Contents: [{ Key: "a/3" }] },
];
const [firstPage, secondPage] = [{ Prefix: "a/" }, { Prefix: "a/", ContinuationToken: "next" }];

test("a bucket's objects are listed page by page", async () => {
  const sent = answerWith(...pages);
  expect(await list(disks.bucket, "a")).toEqual(["a/1", "a/2", "a/3"]);
  expect(sent.map(({ input }) => input)).toMatchObject([firstPage, secondPage]);
});

test("a bucket's objects are deleted page by page", async () => {
  const [one, two] = pages;
  const sent = answerWith(one ?? {}, {}, two ?? {}, {});
  await disks.bucket.deleteAll("a");
  expect(sent.map(({ input }) => input)).toMatchObject([
    firstPage,
    { Delete: { Objects: [{ Key: "a/1" }, { Key: "a/2" }] } },
    secondPage,
    { Delete: { Objects: [{ Key: "a/3" }] } },
  ]);
});

test("a bucket that keeps some of the objects to be deleted makes that fail", async () => {
  answerWith(pages[1] ?? {}, { Errors: [{ Key: "a/3", Code: "AccessDenied" }] });
  await expect(disks.bucket.deleteAll("a")).rejects.toThrow("AccessDenied");
});

test("a stream is stored in a bucket with its size, and a broken one fails", async () => {
  const disk = disks.bucket;
  await disk.putStream("a/1", Readable.from([Buffer.from("água")]), 5);
  expect(Buffer.from(await disk.getBytes("a/1")).toString()).toBe("água");
  const broken = new Readable({
    read() {
      this.destroy(new Error("the line is dead"));
    },
  });
  await expect(disk.putStream("a/2", broken, 5)).rejects.toThrow("the line is dead");
});

test("a bucket that fails makes every operation fail", async () => {
  const disk = disks.bucket;
  await disk.put("a/1", "x");
  bucket.fail("away");
  try {
    await Promise.all(
      [
        disk.put("a/1", "y"),
        disk.getBytes("a/1"),
        disk.getStream("a/1"),
        disk.exists("a/1"),
        disk.delete("a/1"),
        disk.deleteAll("a"),
        list(disk, "a"),
      ].map((operation) => expect(operation).rejects.toThrow()),
    );
  } finally {
    bucket.fail(null);
  }
  expect(await list(disk, "a")).toEqual(["a/1"]);
});
