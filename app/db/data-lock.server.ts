import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { StartRefusal } from "./start-refusal.server.ts";

/** A site that is just stopping gets this long to let go of its folder, in ms. */
const lockPatienceMs = 3_000;

/**
 * Takes `dataDir` for this process alone and returns the function that releases it. Throws
 * {@link StartRefusal} when another process holds it.
 */
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

/**
 * Node has no file locks of its own, but SQLite takes the operating system's on every platform. They
 * end with the process, so a killed site leaves no stale lock behind.
 */
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

/** SQLITE_BUSY: another process holds the lock. */
const sqliteBusy = 5;
