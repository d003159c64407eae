import { chmod, copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { projectNode } from "../scripts/prepare.mjs";
import { copyCheckout } from "../testing/checkout.ts";
import { makeDebian } from "./debian.ts";
import type { Podman } from "./podman.ts";
import { run } from "./stage.ts";

/** The parts of the official image's entry point that compose.yaml relies on. */
const postgresEntry = `#!/bin/bash
set -eu
export PATH=/usr/lib/postgresql/15/bin:$PATH PGDATA=/var/lib/postgresql/18/docker
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown -R postgres:postgres /var/lib/postgresql /run/postgresql
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --encoding=UTF8 --locale=C.UTF-8 --username="$POSTGRES_USER" --pwfile=<(echo "$POSTGRES_PASSWORD") --auth-local=trust --auth-host=scram-sha-256
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "create database \\"$POSTGRES_DB\\"" | postgres --single -j postgres
fi
exec "$@" -c listen_addresses='*' -c unix_socket_directories=/run/postgresql
`;

const base = "localhost/ensaio-debian";

/** By the names that they have in Dockerfile and compose.yaml, without the version. */
const images: [name: string, ...lines: string[]][] = [
  ["node", "ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt", 'CMD ["node"]'],
  [
    "postgres",
    "ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    'ENTRYPOINT ["postgres-entrypoint"]',
  ],
  [
    "caddy",
    "ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data",
    'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]',
  ],
];

/** Returns the whole name of an official image that Dockerfile or compose.yaml names. */
export async function findImage(name: string): Promise<string> {
  for (const file of ["Dockerfile", "compose.yaml"]) {
    const [, version] =
      new RegExp(`(?:FROM|image:) ${name}:(\\S+)`).exec(await readFile(file, "utf8")) ?? [];
    if (version) return `docker.io/library/${name}:${version}`;
  }
  throw new Error(`nothing uses the image ${name}`);
}

/** One Debian tree, with its PostgreSQL 15 and Caddy, and Node from the npm registry, makes all. */
export async function makeBaseImages(folder: string, podman: Podman): Promise<void> {
  const tree = join(folder, "debian");
  await makeDebian(tree, ["caddy", "postgresql-15", "wget"]);
  await copyFile(projectNode, join(tree, "usr/local/bin/node"));
  await run("npm", ["install", "--global", "--prefix", join(tree, "usr/local"), "npm@11"], {
    seconds: 300,
  });
  await run("chroot", [tree, "useradd", "--uid=1000", "--user-group", "--create-home", "node"]);
  const entry = join(tree, "usr/local/bin/postgres-entrypoint");
  await writeFile(entry, postgresEntry);
  await chmod(entry, 0o755);
  await mkdir(join(folder, "empty"));
  await mkdir(join(tree, "data"));
  await mkdir(join(tree, "config"));

  const archive = join(folder, "debian.tar");
  await run("tar", ["--create", `--file=${archive}`, `--directory=${tree}`, "."], { seconds: 300 });
  await podman(["import", archive, base], 300);
  for (const path of [tree, archive]) await rm(path, { recursive: true });
  for (const [name, ...lines] of images) {
    const file = join(folder, "Dockerfile");
    await writeFile(file, [`FROM ${base}`, ...lines].join("\n"));
    await podman([
      "build",
      "--pull=never",
      `--file=${file}`,
      `--tag=${await findImage(name)}`,
      join(folder, "empty"),
    ]);
  }
}

/** Builds from a clean copy of this checkout; returns the image's size in MB. */
export async function buildSiteImage(folder: string, podman: Podman): Promise<number> {
  const checkout = join(folder, "checkout");
  await copyCheckout(checkout);
  const args = ["--format=docker", "--network=host", "--pull=never", "--tag=mar-de-minas"];
  await podman(["build", ...args, checkout], 900);
  const size = await podman(["image", "inspect", "--format={{.Size}}", "mar-de-minas"]);
  return Number(size) / 1_000_000;
}
