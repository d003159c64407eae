import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../scripts/prepare.mjs";

interface Service {
  image: string;
  command?: string[];
  init?: boolean;
  env_file?: string;
  environment?: Record<string, string>;
  read_only?: boolean;
  tmpfs?: string[];
  volumes?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  shm_size?: string;
  networks?: string[];
  ports?: string[];
  healthcheck?: { test: string[]; interval?: string; timeout?: string; retries?: number };
}

/** Keys without a counterpart in `podman run`: the rehearsal itself builds, orders and restarts. */
const elsewhere = ["build", "restart", "depends_on"];

/** Reads compose.yaml's services with the variables of an environment file put in. */
export async function readServices(
  variables: Record<string, string>,
): Promise<Map<string, Record<string, unknown>>> {
  const text = await readFile(join(root, "compose.yaml"), "utf8");
  const filled = text.replace(/\$\{(\w+):\?\}/g, (_, name: string) => {
    const value = variables[name];
    if (!value) throw new Error(`compose.yaml needs ${name}.`);
    return value;
  });
  const { services } = parse(filled, { merge: true });
  return new Map(Object.entries(services));
}

/** The words of `podman run` for a service. A key that is not translated is an error. */
export function podmanWords(
  name: string,
  described: Record<string, unknown>,
  envFile: string,
): string[] {
  const { image, command = [], ...service } = described as unknown as Service;
  const words = ["--detach", `--name=${name}`, `--hostname=${name}`];
  for (const [key, value] of Object.entries(service)) {
    if (!elsewhere.includes(key)) words.push(...translate(key, value, envFile));
  }
  return [...words, image, ...command];
}

function translate(key: string, value: unknown, envFile: string): string[] {
  const list = value as string[];
  switch (key as keyof Service) {
    case "init":
      return ["--init"];
    case "read_only":
      return ["--read-only"];
    case "env_file":
      return [`--env-file=${envFile}`];
    case "environment":
      return Object.entries(value as Record<string, string>).map(([k, v]) => `--env=${k}=${v}`);
    case "tmpfs":
      return list.map(tmpfsWord);
    case "volumes":
      return list.map((volume) => `--volume=${volume.replace(/^\.\//, `${root}/`)}`);
    case "cap_drop":
      return list.map((capability) => `--cap-drop=${capability}`);
    case "security_opt":
      return list.map((option) => `--security-opt=${option.replace(/:true$/, "")}`);
    case "stop_grace_period":
      return [`--stop-timeout=${Number.parseInt(String(value), 10)}`];
    case "shm_size":
      return [`--shm-size=${value}`];
    case "networks":
      return list.map((network) => `--network=${network}`);
    case "ports":
      return list.map((port) => `--publish=${port}`);
    case "healthcheck": {
      const { test, interval, timeout, retries } = value as NonNullable<Service["healthcheck"]>;
      // Podman puts CMD before a list of words itself.
      const words = [`--health-cmd=${JSON.stringify(test.slice(1))}`];
      if (interval) words.push(`--health-interval=${interval}`);
      if (timeout) words.push(`--health-timeout=${timeout}`);
      if (retries) words.push(`--health-retries=${retries}`);
      return words;
    }
    default:
      throw new Error(`compose.yaml's "${key}" has no translation for podman.`);
  }
}

/** Podman 4 gives a tmpfs to the user of the image with U=true, and knows no uid and gid. */
function tmpfsWord(entry: string): string {
  const [path, options = ""] = entry.split(":");
  if (!options.includes("uid=")) return `--tmpfs=${entry}`;
  const kept = options.split(",").flatMap((option) => {
    const [key, value] = option.split("=");
    return key === "mode" || key === "size" ? [`tmpfs-${key}=${value}`] : [];
  });
  return `--mount=${["type=tmpfs", `destination=${path}`, ...kept, "U=true"].join(",")}`;
}
