import { existsSync } from "node:fs";
import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { run } from "./stage.ts";

const machineCertificates = "/etc/ssl/certs/ca-certificates.crt";

/** slirp4netns resolves names at this address as the host does. */
const outsideNames = "nameserver 10.0.2.3\n";

/** docs/operacao/instalar.md is written for this release. */
const release = "bookworm";

/**
 * Makes a tree with the host's package sources, certificates and npm settings, in case of a mirror.
 */
export async function makeDebian(tree: string, packages: readonly string[]): Promise<void> {
  const include = `--include=${["ca-certificates", ...packages].join(",")}`;
  const args = ["--variant=minbase", include, release, tree, ...(await mirror())];
  await run("debootstrap", args, { seconds: 600 });
  await run("cp", ["-a", "/etc/apt/sources.list.d", "/etc/apt/keyrings", join(tree, "etc/apt/")]);
  await copyFile(machineCertificates, join(tree, machineCertificates.slice(1)));
  const npmrc = join(homedir(), ".npmrc");
  if (existsSync(npmrc)) await copyFile(npmrc, join(tree, "root/.npmrc"));
  await writeFile(join(tree, "etc/resolv.conf"), outsideNames);
  await writeFile(join(tree, "etc/hosts"), "127.0.0.1 localhost\n");
}

/** Proxy and certificate variables for programs in the tree. */
export function outsideEnvironment(): Record<string, string> {
  const given = Object.entries(process.env).filter(([name]) => /^(https?|no)_proxy$/i.test(name));
  return {
    NODE_EXTRA_CA_CERTS: machineCertificates,
    ...Object.fromEntries(given.map(([name, value]) => [name, value ?? ""])),
  };
}

/** Arguments for a mirror; empty to use debootstrap's default. */
async function mirror(): Promise<string[]> {
  const folder = "/etc/apt/sources.list.d";
  const names = (await readdir(folder)).filter((name) => /\.(list|sources)$/.test(name));
  const files = ["/etc/apt/sources.list", ...names.map((name) => join(folder, name))];
  for (const file of files.filter((name) => existsSync(name))) {
    const found = /^(?:URIs: *|deb (?:\[[^\]]*\] )?)(https?:\S+\/debian\/?)(?:\s|$)/m.exec(
      await readFile(file, "utf8"),
    );
    if (found?.[1]) return [found[1]];
  }
  return [];
}
