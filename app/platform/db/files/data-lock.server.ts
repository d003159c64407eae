import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { StartRefusal } from "../start-refusal.server.ts";

const lockPatienceMs = 3_000;

/**
 * Creates the data folder, or closes an existing one to other users: everybody's photos, secrets and
 * database are in it. A folder of another user stays as it is.
 */
export async function openDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await chmod(dataDir, 0o700).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EPERM") throw error;
  });
}

/** Returns a function that unlocks the folder. Throws {@link StartRefusal} if it is taken. */
export async function lockDataDir(dataDir: string, signal?: AbortSignal): Promise<() => void> {
  const deadline = Date.now() + lockPatienceMs;
  for (;;) {
    const release = tryLock(join(dataDir, "banco.trava"));
    if (release) return release;
    if (Date.now() > deadline) {
      throw new StartRefusal(
        `Outro Mar de Minas já está usando a pasta de dados ${dataDir}. Pare-o antes, ou escolha outra com DATA_DIR.`,
      );
    }
    await delay(100, undefined, { signal });
  }
}

/** Locks a file by SQLite, because Node can't. The lock ends with the process. */
function tryLock(file: string): (() => void) | null {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec("pragma journal_mode = memory; begin exclusive");
    return () => {
      if (lock.isOpen) lock.close();
    };
  } catch (error) {
    lock.close();
    if (error instanceof Error && "errcode" in error && error.errcode === sqliteBusy) return null;
    throw error;
  }
}

const sqliteBusy = 5;
