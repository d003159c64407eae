import { openDatabase } from "./client.server.ts";
import { findCollationProblem } from "./collation.server.ts";

const timeoutMs = 1_000;

export interface DatabaseHealth {
  answers: () => Promise<boolean>;
  /** See {@link findCollationProblem}. */
  collationProblem: () => Promise<string | null>;
  close: () => Promise<void>;
}

/** Uses its own connection, so that an exhausted pool doesn't look like an outage. */
export function probeDatabase(url: string): DatabaseHealth {
  const limits = { connectMs: timeoutMs, statementMs: timeoutMs, answerMs: timeoutMs };
  const { db, close } = openDatabase(url, () => undefined, limits, 1);
  let asking: Promise<boolean> | null = null;
  async function ask(): Promise<boolean> {
    try {
      await db.execute("select 1");
      return true;
    } catch {
      return false;
    } finally {
      asking = null;
    }
  }
  return {
    answers() {
      asking ??= ask();
      return asking;
    },
    collationProblem: () => findCollationProblem(db).catch(() => null),
    close,
  };
}
