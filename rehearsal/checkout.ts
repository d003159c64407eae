import { mkdir } from "node:fs/promises";
import { root } from "../scripts/prepare.mjs";
import { run } from "./stage.ts";

/** Only files that git would track. */
export async function copyCheckout(to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const list = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const copy = `git ${list.join(" ")} | tar --create --null --files-from=- --ignore-failed-read | tar --extract --directory="$1"`;
  await run("bash", ["-o", "pipefail", "-c", copy, "copy", to], { cwd: root });
}
