import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectNode, root } from "../../scripts/prepare.mjs";

test("workers share a queue's limit, and a killed one gives back its turns", async () => {
  const { stdout } = await promisify(execFile)(projectNode, ["testing/turn-taker.ts"], {
    cwd: root,
    timeout: 30_000,
  });

  const events = stdout.trim().split("\n");
  expect(events.slice(0, 2)).toEqual(["+1", "+1"]);
  const afterKill = events.slice(2);
  for (const worker of ["2", "3"]) {
    expect(afterKill.filter((event) => event === `+${worker}`)).toHaveLength(6);
    expect(afterKill.filter((event) => event === `-${worker}`)).toHaveLength(6);
  }
  expect(afterKill).toHaveLength(24);
  let running = 0;
  let most = 0;
  for (const event of afterKill) {
    running += event.startsWith("+") ? 1 : -1;
    most = Math.max(most, running);
  }
  expect([running, most]).toEqual([0, 2]);
});
