import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { requireSpace } from "../app/platform/web/disk/free-space.server.ts";
import { readVersion } from "../app/platform/web/version.server.ts";
import { recordFailure, recordSuccess } from "../app/platform/web/watch/job-runs.server.ts";
import { summarizeError } from "../server/logger.ts";
import { archivePattern, nameArchive } from "./archive-names.ts";
import { describe, setAsideUnlessGood, writeArchive } from "./backup.ts";
import type { CommandOptions, CommandResult, OperatorContext } from "./context.ts";
import { purgeEnded, writeEnded } from "./ended-file.ts";
import { openMirror, pruneMirror, spareBytes } from "./photo-mirror.ts";

/** An unfinished backup that hasn't grown for so long was killed. */
const abandonedMs = 60 * 60 * 1000;

/**
 * Writes a backup and deletes all but the newest `copies`, but no good one if verification fails.
 * Throws if less than `spare` bytes of the disk would stay free.
 */
export async function dailyBackup(
  context: OperatorContext,
  [folder, copies = "30"]: string[],
  _options?: CommandOptions,
  spare = spareBytes,
): Promise<CommandResult> {
  if (!folder || !/^[1-9]\d{0,3}$/.test(copies)) {
    return { status: 2, text: "Diga a pasta e quantas cópias: backup-diario <pasta> [cópias]" };
  }
  const { number } = readVersion(context.programDir);
  const file = join(folder, nameArchive(new Date(), number));
  const written = await writeSpared(context, folder, file, spare).catch(async (error) => {
    await recordFailure(context.db, "backup", summarizeError(error)).catch(() => undefined);
    throw error;
  });
  const refused = await setAsideUnlessGood(context, file);
  if (refused) {
    await recordFailure(context.db, "backup", refused.reason);
    return { status: 1, text: refused.text };
  }
  await recordSuccess(context.db, "backup");
  const lost = written.withoutFiles.length;
  if (lost > 0) {
    await recordFailure(context.db, "backup", `Fotos que o site tem sem os arquivos: ${lost}.`);
  }
  const { kept, removed, oldest } = await prune(folder, Number(copies));
  await purgeEnded(context.db, oldest, Number(copies));
  return {
    status: lost > 0 ? 1 : 0,
    text: `${describe(file, written)}\nConferido. Cópias guardadas: ${kept}; apagadas: ${removed}.`,
    data: { file, ...written, kept, removed },
  };
}

/** Writes an archive; throws unless `spare` bytes of the disk stay free. */
async function writeSpared(
  context: OperatorContext,
  folder: string,
  file: string,
  spare: number,
): ReturnType<typeof writeArchive> {
  await mkdir(folder, { recursive: true });
  await removeAbandoned(folder);
  // First, since it is small, and as good beside older archives if this one fails.
  await writeEnded(context.db, folder);
  await requireSpace(folder, 2 * (await sizeOfNewest(folder)), spare);
  return writeArchive(context, file, openMirror(context, folder, spare));
}

/** Deletes old copies, and failed ones older than the newest good copy. */
async function prune(
  folder: string,
  copies: number,
): Promise<{ kept: number; removed: number; oldest: string }> {
  const names = (await readdir(folder)).filter((name) => archivePattern.test(name)).sort();
  const good = names.filter((name) => name.endsWith(".gz"));
  const old = good.slice(0, -copies);
  const newest = good.at(-1) ?? "";
  const failed = names.filter((name) => !name.endsWith(".gz") && name < newest);
  for (const name of [...old, ...failed]) await rm(join(folder, name));
  const kept = good.slice(-copies);
  await pruneMirror(folder, kept);
  return { kept: kept.length, removed: old.length, oldest: kept[0] ?? "" };
}

/** Removes abandoned backups before anything else, because they may be what fills the disk. */
async function removeAbandoned(folder: string): Promise<void> {
  const unfinished = (name: string) => archivePattern.test(name) && name.endsWith(".incompleto");
  for (const name of (await readdir(folder)).filter(unfinished)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > abandonedMs) await rm(path);
  }
}

/** Bytes of the newest backup, or 0. The next one and its restored copy are about as large. */
async function sizeOfNewest(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => archivePattern.test(name)).sort();
  const newest = names.filter((name) => name.endsWith(".gz")).at(-1);
  return newest ? (await stat(join(folder, newest))).size : 0;
}
