import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../scripts/prepare.mjs";

/** Copies the files that git tracks, or would track. */
export async function copyCheckout(to: string): Promise<void> {
  const list = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const files = execFileSync("git", list, { cwd: root, maxBuffer: 2 ** 24, encoding: "utf8" });
  for (const file of files.split("\0")) {
    const source = join(root, file);
    // Deleted files are listed until their deletion is committed.
    if (file && existsSync(source)) await cp(source, join(to, file));
  }
}
