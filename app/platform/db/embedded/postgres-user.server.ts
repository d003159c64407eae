import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { StartRefusal } from "../start-refusal.server.ts";

export interface Identity {
  uid: number;
  gid: number;
}

export type Launcher = (
  command: string,
  args: string[],
) => { command: string; args: string[]; identity: Identity | null };

/** PostgreSQL refuses to run as root: returns the user postgres, created if missing. */
export function findServerUser(): Identity | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, "postgres"], { stdio: ["ignore", "pipe", "ignore"] }));
  const read = () => ({ uid: id("-u"), gid: id("-g") });
  try {
    return read();
  } catch {
    try {
      execFileSync("useradd", ["--system", "--user-group", "postgres"], { stdio: "ignore" });
      return read();
    } catch {
      throw new StartRefusal(
        "O PostgreSQL não roda como root e não foi possível criar o usuário postgres. Crie-o (useradd --system postgres) ou rode como um usuário comum.",
      );
    }
  }
}

export async function chooseLauncher(
  binary: string,
  clusterDir: string,
  user: Identity | null,
): Promise<Launcher> {
  if (!user) return (command, args) => ({ command, args, identity: null });
  const isReachable =
    (await isOpenPath(dirname(binary))) && (await isOpenPath(dirname(clusterDir)));
  if (isReachable) return (command, args) => ({ command, args, identity: user });
  if (!existsSync("/usr/bin/setpriv")) {
    throw new StartRefusal(
      `O usuário postgres não alcança a pasta ${dirname(clusterDir)}. Instale o pacote util-linux, ou use uma pasta aberta a todos os usuários.`,
    );
  }
  const privileges = [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    "--clear-groups",
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
    // If this bit is not set, access(2) ignores the capability.
    "--securebits=+no_setuid_fixup",
  ];
  return (command, args) => ({
    command: "/usr/bin/setpriv",
    args: [...privileges, command, ...args],
    identity: null,
  });
}

async function isOpenPath(path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const entry = await stat(folder).catch(() => null);
    if (entry && (entry.mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
