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

/** The rehearsal itself builds, orders and restarts services. */
const ignoredKeys = ["build", "restart", "depends_on"];

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

/** Throws on unknown keys. */
export function podmanArgs(
  name: string,
  definition: Record<string, unknown>,
  envFile: string,
): string[] {
  const { image, command = [], ...service } = definition as unknown as Service;
  const args = ["--detach", `--name=${name}`, `--hostname=${name}`];
  for (const [key, value] of Object.entries(service)) {
    if (!ignoredKeys.includes(key)) args.push(...translate(key, value, envFile));
  }
  return [...args, image, ...command];
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
      return list.map(tmpfsArg);
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
      // Podman adds CMD itself.
      const args = [`--health-cmd=${JSON.stringify(test.slice(1))}`];
      if (interval) args.push(`--health-interval=${interval}`);
      if (timeout) args.push(`--health-timeout=${timeout}`);
      if (retries) args.push(`--health-retries=${retries}`);
      return args;
    }
    default:
      throw new Error(`No translation to podman for compose.yaml's "${key}".`);
  }
}

/** Podman 4 has no uid and gid for tmpfs; U=true gives it to the image's user. */
function tmpfsArg(entry: string): string {
  const [path, options = ""] = entry.split(":");
  if (!options.includes("uid=")) return `--tmpfs=${entry}`;
  const kept = options.split(",").flatMap((option) => {
    const [key, value] = option.split("=");
    return key === "mode" || key === "size" ? [`tmpfs-${key}=${value}`] : [];
  });
  return `--mount=${["type=tmpfs", `destination=${path}`, ...kept, "U=true"].join(",")}`;
}
