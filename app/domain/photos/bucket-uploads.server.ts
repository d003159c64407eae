import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DataStore, ERRORS, Upload } from "@tus/server";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Disk, ReceivedFiles } from "./store.server.ts";

export interface BucketDisk extends Disk {
  /** The client retries requests, but not streams. */
  putStream: (key: string, content: Readable, size: number) => Promise<void>;
}

const prefix = "envios";
const infoFile = "envio.json";

/**
 * Keeps uploads in a bucket, so that any site can continue them. A file is a chain of objects, one
 * per request, named by offset and length; sites receiving the same bytes do no harm. `workDir`
 * buffers a request, because an object's length must be known before it is sent.
 */
export function receiveIntoBucket(disk: BucketDisk, workDir: string): ReceivedFiles {
  const datastore = new PartStore(disk, workDir);
  return {
    datastore,
    async isWhole(id) {
      const upload = await datastore.getUpload(id).catch((error) => {
        if (error === ERRORS.FILE_NOT_FOUND) return null;
        throw error;
      });
      return upload !== null && upload.offset === upload.size;
    },
    async withFile(id, work) {
      const whole = join(workDir, `${id}.${randomUUID()}`);
      try {
        await datastore.assemble(id, whole);
        return await work(whole);
      } finally {
        await rm(whole, { force: true });
      }
    },
    async remove(id) {
      await disk.deleteAll(`${prefix}/${id}`);
    },
    async listOlder(ageMs) {
      await removeOlderFiles(workDir, ageMs);
      const ids = new Set<string>();
      for await (const { key, findModified } of disk.list(prefix)) {
        const id = key.split("/")[1] ?? "";
        if (!isUuid(id) || ids.has(id)) continue;
        if (Date.now() - (await findModified()).getTime() > ageMs) ids.add(id);
      }
      return [...ids];
    },
  };
}

async function removeOlderFiles(folder: string, ageMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const entry = await stat(path).catch(() => null);
    if (entry?.isFile() && Date.now() - entry.mtimeMs > ageMs) await rm(path, { force: true });
  }
}

interface Part {
  key: string;
  start: number;
  size: number;
}

class PartStore extends DataStore {
  readonly #disk: BucketDisk;
  readonly #workDir: string;

  constructor(disk: BucketDisk, workDir: string) {
    super();
    this.#disk = disk;
    this.#workDir = workDir;
    this.extensions = ["creation", "creation-with-upload"];
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size, metadata } = upload;
    upload.creation_date = new Date().toISOString();
    const info = { size, metadata, creation_date: upload.creation_date };
    await this.#disk.put(`${prefix}/${id}/${infoFile}`, JSON.stringify(info));
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { known, parts } = await this.#list(id);
    if (!known) throw ERRORS.FILE_NOT_FOUND;
    const info = JSON.parse(await this.#readInfo(id));
    const last = parts.at(-1);
    return new Upload({ id, offset: last ? last.start + last.size : 0, ...info });
  }

  /** Another site may finish or cancel the upload meanwhile, which removes its objects. */
  async #readInfo(id: string): Promise<string> {
    try {
      const bytes = await this.#disk.getBytes(`${prefix}/${id}/${infoFile}`);
      return Buffer.from(bytes).toString();
    } catch (error) {
      const { known } = await this.#list(id);
      throw known ? error : ERRORS.FILE_NOT_FOUND;
    }
  }

  /** Stores what arrived even if the connection breaks, so that the next request can resume. */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const spool = join(this.#workDir, `${id}.${randomUUID()}`);
    try {
      const broken = await pipeline(source, createWriteStream(spool)).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      const received = await stat(spool).then((entry) => entry.size);
      if (received > 0) {
        const key = `${prefix}/${id}/${offset}-${received}`;
        await this.#disk.putStream(key, createReadStream(spool), received);
      }
      if (broken) throw broken.error;
      return offset + received;
    } finally {
      await rm(spool, { force: true });
    }
  }

  async assemble(id: string, file: string): Promise<void> {
    const { parts } = await this.#list(id);
    const disk = this.#disk;
    await pipeline(async function* () {
      for (const { key, size } of parts) {
        let read = 0;
        for await (const chunk of await disk.getStream(key)) {
          read += chunk.length;
          yield chunk;
        }
        if (read !== size) throw new Error(`${key} broke off`);
      }
    }, createWriteStream(file));
  }

  async #list(id: string): Promise<{ known: boolean; parts: Part[] }> {
    let known = false;
    const longest = new Map<number, Part>();
    for await (const { key } of this.#disk.list(`${prefix}/${id}`)) {
      const name = key.slice(key.lastIndexOf("/") + 1);
      if (name === infoFile) known = true;
      const [start = Number.NaN, size = 0] = name.split("-").map(Number);
      if (size > (longest.get(start)?.size ?? 0)) longest.set(start, { key, start, size });
    }
    const parts: Part[] = [];
    let part = longest.get(0);
    for (; part; part = longest.get(part.start + part.size)) parts.push(part);
    return { known, parts };
  }
}
