import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { joinEmbeddedDatabase } from "../../app/platform/db/embedded/embedded.server.ts";
import { askAt, listingForm, post } from "../../testing/advertiser.ts";
import { makeJpeg } from "../../testing/pictures.ts";
import { startEmptyProcess } from "../prepared-site.ts";
import type { SiteProcess } from "../site-process.ts";
import {
  type Advertiser,
  ask,
  confirm,
  post as formOf,
  newAdvertiser,
  publish,
  register,
  upload,
} from "./fault-advertiser.ts";
import { checkInvariants, openSiteStorage, type SiteStorage } from "./fault-checks.ts";

// Only root can mount a small disk; otherwise these tests are reported as skipped.
const isRoot = process.platform === "linux" && process.getuid?.() === 0;

const smallDisks = ["envios", "fotos", "outbox"];
let dataDir: string;
let site: SiteProcess;
let storage: SiteStorage;
let maria: Advertiser;
const jpeg = await makeJpeg(640, 480, { detail: true });

beforeAll(async () => {
  if (!isRoot) return;
  dataDir = await mkdtemp(join(tmpdir(), "mar-de-minas-disco-"));
  for (const name of smallDisks) {
    await mkdir(join(dataDir, name));
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", join(dataDir, name)]);
  }
  const env = { RATE_LIMIT_FACTOR: "1000", LOG_LEVEL: "error" };
  site = await startEmptyProcess({ dataDir, env });
  storage = await openSiteStorage((await joinEmbeddedDatabase(dataDir)).url, dataDir);
  maria = newAdvertiser();
  await register(site.url, maria);
});

afterAll(async () => {
  if (!isRoot) return;
  await storage?.db.end();
  await site?.end("SIGTERM");
  for (const name of smallDisks) execFileSync("umount", [join(dataDir, name)]);
  await rm(dataDir, { recursive: true, force: true });
});

async function sendMessage(url: string, mensagem: string): Promise<void> {
  const form = formOf({ nome: "João", email: "joao@example.com", mensagem });
  confirm(await ask(`${url}/contato`, form), 302, "a message");
}

/** Fills the disk; returns a function that frees it. */
async function fill(name: string): Promise<() => Promise<void>> {
  const path = join(dataDir, name, "lastro");
  const full = writeFile(path, Buffer.alloc(4 * 1024 * 1024));
  await expect(full).rejects.toMatchObject({ code: "ENOSPC" });
  return () => rm(path);
}

for (const name of ["envios", "fotos"]) {
  test.runIf(isRoot)(
    `without space for ${name} uploads fail with a message and no partial rows, and recover later`,
    async () => {
      const free = await fill(name);
      await expect(upload(site.url, maria, jpeg)).rejects.toThrow(/: 503$/);
      // A file in the form bypasses envios.
      if (name === "fotos") {
        const refused = await askAt(site.url)(
          "/posts/create",
          post(listingForm({ title: "Rancho" }, [jpeg]), maria.cookie ?? ""),
        );
        const html = await refused.text();
        expect(refused.status).toBe(503);
        expect(html.includes("Erro ao fazer o upload da imagem")).toBe(true);
        expect(html.includes('value="Rancho"')).toBe(true);
      }
      const { rows } = await storage.db.query(
        "select (select count(*)::int from posts) as ads, (select count(*)::int from photos) as photos",
      );
      expect(rows).toEqual([{ ads: 0, photos: 0 }]);
      expect(await checkInvariants(storage)).toEqual([]);
      expect((await fetch(`${site.url}/`)).status).toBe(200);

      await free();
      maria.upload = null;
      await upload(site.url, maria, jpeg);
      expect(maria.photos).toHaveLength(1);
      await storage.db.query("delete from photos");
      maria.photos = [];
    },
  );
}

test.runIf(isRoot)("an ad can be published after the disks were full", async () => {
  await upload(site.url, maria, jpeg);
  const state = { body: "Texto.", valorFds: "900", day: "2027-01-10", photos: maria.photos };
  await publish(site.url, maria, "Rancho", state);
  expect(await checkInvariants(storage)).toEqual([]);
});

test.runIf(isRoot)("without space for e-mails a message is kept and sent once later", async () => {
  const free = await fill("outbox");
  // The visitor sees an error, but the message stays queued (spec §8).
  await expect(sendMessage(site.url, "Tem vaga no Réveillon?")).rejects.toThrow(/: 503$/);
  const find = () =>
    storage.db.query(
      `select state, attempts, "lastError" from outbox where content->>'kind' = 'message'`,
    );
  await vi.waitFor(
    async () => {
      const [row] = (await find()).rows;
      expect(row).toMatchObject({ state: "waiting", attempts: 1 });
      expect(row?.lastError).toContain("ENOSPC");
    },
    { timeout: 20_000 },
  );
  await free();
  await storage.db.query(`update outbox set "nextAttemptAt" = now()`);
  await vi.waitFor(
    async () => expect((await find()).rows).toMatchObject([{ state: "sent", attempts: 2 }]),
    { timeout: 20_000 },
  );
  const { rows } = await storage.db.query(
    `select id from outbox where content->>'kind' = 'message'`,
  );
  const files = await readdir(join(dataDir, "outbox"));
  expect(files.filter((name) => name === `${rows[0]?.id}.eml`)).toHaveLength(1);
});

test.runIf(isRoot)(
  "without space for the database reads work and writes are 503, until space is freed",
  async () => {
    const smallDir = await mkdtemp(join(tmpdir(), "mar-de-minas-banco-cheio-"));
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=100m,mode=755", "tmpfs", smallDir]);
    const env = { RATE_LIMIT_FACTOR: "100000", LOG_LEVEL: "error" };
    let small: SiteProcess | undefined;
    try {
      small = await startEmptyProcess({ dataDir: smallDir, env });
      const { url } = small;
      const ballast = join(smallDir, "lastro");
      const full = writeFile(ballast, Buffer.alloc(200 * 1024 * 1024));
      await expect(full).rejects.toMatchObject({ code: "ENOSPC" });
      const confirmed: string[] = [];
      let refused: unknown;
      for (let n = 0; !refused && n < 5_000; n++) {
        const text = `Mensagem ${n}. ${"x".repeat(1_900)}`;
        await sendMessage(url, text).then(
          () => confirmed.push(text),
          (error) => {
            refused = error;
          },
        );
      }
      expect(String(refused)).toMatch(/: 503$/);
      for (const path of ["/", "/healthz"]) {
        expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
      }
      await rm(ballast);
      await sendMessage(url, "De novo.");
      const smallStorage = await openSiteStorage(
        (await joinEmbeddedDatabase(smallDir)).url,
        smallDir,
      );
      const { rows } = await smallStorage.db.query(
        "select content->>'mensagem' as text from outbox where content->>'kind' = 'message'",
      );
      await smallStorage.db.end();
      expect(rows.map(({ text }) => text).sort()).toEqual([...confirmed, "De novo."].sort());
    } finally {
      await small?.end("SIGTERM");
      execFileSync("umount", [smallDir]);
      await rm(smallDir, { recursive: true, force: true });
    }
  },
);
