import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { recordFailure, recordSuccess } from "../app/site/watch/job-runs.server.ts";
import { summarizeError } from "../server/log.ts";
import { describe, writeArchive } from "./backup.ts";
import type { CommandResult, OperatorContext } from "./context.ts";
import { verify } from "./restore.ts";

/** mar-de-minas-20261121T033000123Z.tar.gz: sorting by name sorts by age. */
const ownName = /^mar-de-minas-\d{8}T\d{9}Z\.tar\.gz(\.incompleto|\.nao-conferido)?$/;

/** Deletes all but the newest `copies`, but nothing if verification fails. */
export async function dailyBackup(
  context: OperatorContext,
  [folder, copies = "30"]: string[],
): Promise<CommandResult> {
  if (!folder || !/^[1-9]\d{0,3}$/.test(copies)) {
    return { status: 2, text: "Diga a pasta e quantas cópias: backup-diario <pasta> [cópias]" };
  }
  const stamp = new Date().toISOString().replace(/[-:.]/g, "");
  const file = join(folder, `mar-de-minas-${stamp}.tar.gz`);
  const written = await writeArchive(context, file).catch(async (error) => {
    await recordFailure(context.db, "backup", summarizeError(error)).catch(() => undefined);
    throw error;
  });
  const reason = await verify(context.programDir, [file]).then(
    ({ status, text }) => (status === 0 ? null : text),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  if (reason !== null) {
    await recordFailure(context.db, "backup", reason);
    await rename(file, `${file}.nao-conferido`);
    return {
      status: 1,
      text: `O backup não passou na conferência e ficou em ${file}.nao-conferido; os anteriores continuam guardados. ${reason}`,
    };
  }
  await recordSuccess(context.db, "backup");
  const { kept, removed } = await prune(folder, Number(copies));
  return {
    status: 0,
    text: `${describe(file, written)}\nConferido. Cópias guardadas: ${kept}; apagadas: ${removed}.`,
    data: { file, ...written, kept, removed },
  };
}

/** Deletes old copies, and failed ones older than the newest good copy. */
async function prune(folder: string, copies: number): Promise<{ kept: number; removed: number }> {
  const names = (await readdir(folder)).filter((name) => ownName.test(name)).sort();
  const good = names.filter((name) => name.endsWith(".gz"));
  const old = good.slice(0, -copies);
  const newest = good.at(-1) ?? "";
  const failed = names.filter((name) => !name.endsWith(".gz") && name < newest);
  for (const name of [...old, ...failed]) await rm(join(folder, name));
  return { kept: good.length - old.length, removed: old.length };
}
