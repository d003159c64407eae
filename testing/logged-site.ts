import { beforeEach } from "vitest";
import { createLog } from "../server/logger.ts";
import { openSiteOn, shareOpened } from "./site.ts";
import { createTestDatabase } from "./test-database.ts";

/** Shares a site among a file's tests, each of which reads the log from its own beginning. */
export function shareLoggedSite<Line>(env: Record<string, string> = {}) {
  let text = "";
  const log = createLog("debug", {
    write: (line) => {
      text += line;
    },
  });
  beforeEach(() => {
    text = "";
  });
  const site = shareOpened(async (onDone) =>
    openSiteOn(await createTestDatabase(onDone), env, log, onDone),
  );
  const lines = (): Line[] => (text ? text.trim().split("\n") : []).map((line) => JSON.parse(line));
  return { site, text: () => text, lines };
}
