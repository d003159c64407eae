import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { withoutValues } from "../app/platform/db/embedded/postmaster.server.ts";
import { secretPaths } from "../app/secret-paths.ts";
import { siteEnvironment, siteOptions } from "../scripts/prepare.mjs";
import { variableNames } from "./config.ts";
import { createLog } from "./logger.ts";

interface Service {
  environment?: Record<string, string>;
  command?: string[];
}

const compose: {
  services: Record<string, Service>;
  networks: { dentro: { ipam: { config: { subnet: string }[] } } };
} = parse(readFileSync("compose.yaml", "utf8"), { merge: true });
const services = Object.entries(compose.services);

test("in compose.yaml PostgreSQL's log leaves values out, as the embedded one's does", () => {
  const options = withoutValues.map((setting) => `-c${setting}`);
  expect(compose.services.banco?.command).toEqual(expect.arrayContaining(options));
});

test("compose.yaml contains no secrets, and the example file lists them all", () => {
  const text = readFileSync("compose.yaml", "utf8");
  const example = readFileSync("deploy/site.env.example", "utf8");
  for (const [, name] of text.matchAll(/\$\{(\w+):\?\}/g)) {
    expect(example).toMatch(new RegExp(`^${name}=`, "m"));
  }
  for (const [, service] of services) {
    for (const [name, value] of Object.entries(service.environment ?? {})) {
      if (/PASSWORD|SECRET|TOKEN/.test(name)) expect(value).toMatch(/^\$\{\w+:\?\}$/);
    }
  }
  for (const line of example.split("\n").filter((one) => /SECRET|PASSWORD|TOKEN/.test(one))) {
    expect(line.startsWith("#") || line.endsWith("=")).toBe(true);
  }
});

test("the site reads every variable that deploy/ and compose.yaml set for it", () => {
  const example = readFileSync("deploy/site.env.example", "utf8");
  const installer = readFileSync("deploy/instalar", "utf8");
  const ofCompose = readFileSync("compose.yaml", "utf8").matchAll(/\$\{(\w+):\?\}/g);
  const others = new Set([...ofCompose].map(([, name]) => name));
  const set = [
    ...Object.keys(compose.services["site-1"]?.environment ?? {}),
    ...[...example.matchAll(/^(\w+)=/gm)].map(([, name = ""]) => name),
    ...[...installer.matchAll(/\bvalues\[([A-Z_]+)\]/g)].map(([, name = ""]) => name),
  ];
  expect(set.filter((name) => !others.has(name) && !variableNames.includes(name))).toEqual([]);
});

test("the proxy forwards to every site, and each site trusts its network", () => {
  const sites = services.map(([name]) => name).filter((name) => name.startsWith("site-"));
  const upstreams = compose.services.proxy?.environment?.SITE_UPSTREAMS?.split(" ");
  expect(upstreams).toEqual(sites.map((name) => `${name}:3000`));
  const [network] = compose.networks.dentro.ipam.config;
  for (const name of sites) {
    expect(compose.services[name]?.environment?.TRUSTED_PROXIES).toBe(network?.subnet);
  }
});

test("the image and the service run Node as npm start does", () => {
  const image = readFileSync("Dockerfile", "utf8");
  const service = readFileSync("deploy/mar-de-minas.service", "utf8");
  const command: string[] = JSON.parse(/^CMD (.+)$/m.exec(image)?.[1] ?? "[]");
  expect(command).toEqual(["node", ...siteOptions, "server/main.ts"]);
  expect(service).toContain(`/node ${siteOptions.join(" ")} server/main.ts\n`);
  for (const text of [image, service]) {
    expect(text).toContain(` MALLOC_ARENA_MAX=${siteEnvironment.MALLOC_ARENA_MAX}\n`);
  }
});

test("local packages, data and secrets stay out of the image", () => {
  const ignored = readFileSync(".dockerignore", "utf8").split("\n");
  for (const kept of ["node_modules", ".git", "data", "**/*.env"]) expect(ignored).toContain(kept);
});

test("neither Caddy's access log nor its own keeps headers or what the site's log hides", () => {
  const caddyfile = readFileSync("deploy/Caddyfile", "utf8");
  const blocks = caddyfile.match(/\blog( default)? \{/g);
  expect(blocks).toHaveLength(2);
  expect(caddyfile.match(/import sem_segredos/g)).toHaveLength(2);
  const [, filter = ""] = /\(sem_segredos\) \{\n((?:\t.*\n)+)\}/.exec(caddyfile) ?? [];
  expect(filter).toContain("request>headers delete");
  const [, pattern = ""] = /request>uri regexp "\(\?i\)(.+)" "\$1"/.exec(filter) ?? [];
  expect(/\((.+?)\)/.exec(pattern)?.[1]?.split("|")).toEqual(
    secretPaths.map((path) => path.replaceAll("/", "")),
  );
  const paths = [
    ...["/nova-senha/SEGREDO", "/novo-email/SEGREDO", "/confirmar-email/SEGREDO?x=1"],
    ...["/calendario-em-dia/SEGREDO", "/sem-lembretes/SEGREDO", "/sem-numeros/SEGREDO"],
    ...["/pergunta/SEGREDO?resposta=livre", "/pergunta/SEGREDO", "/minha-pergunta/SEGREDO"],
    ...["/depoimento/SEGREDO", "/meu-depoimento/SEGREDO"],
    ...["/calendarios/SEGREDO.ics", "/lista/SEGREDO", "/login?voltar=%2Flista%2FSEGREDO"],
    ...["/operador/anunciantes?busca=SEGREDO", "/minha-conta/dados?pedido=SEGREDO"],
  ];
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  for (const path of paths) {
    expect(path.replace(new RegExp(pattern, "gi"), "$1")).not.toMatch(/SEGREDO|[?]/);
    if (!/[?]\w+=.*SEGREDO/.test(path)) log.info({ path }, "page");
  }
  expect(lines.join("")).not.toContain("SEGREDO");
  const routes = readFileSync("app/routes.ts", "utf8");
  const secret = /route\("([\w-]+)\/:(?:token|codigo|arquivo)"/g;
  expect([...routes.matchAll(secret)].map(([, name]) => `/${name}/`).toSorted()).toEqual(
    secretPaths.toSorted(),
  );
});

test("deploy/operador leaves the settings to systemd, and passes arguments as they are", () => {
  const folder = mkdtempSync(join(tmpdir(), "mar-de-minas-operador-"));
  const settings = join(folder, "site.env");
  const program = (name: string, lines: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${lines}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  try {
    cpSync("deploy", join(folder, "deploy"), { recursive: true });
    const common = readFileSync("deploy/common.sh", "utf8");
    writeFileSync(
      join(folder, "deploy/common.sh"),
      common.replace(/^env_file=.*$/m, `env_file=${settings}`),
    );
    writeFileSync(settings, `SITE_LEGAL_NAME=Rancho & Filhos $(touch ${folder}/run)\n`);
    program("id", "echo 0");
    program("systemd-run", `printf '%s\\n' "$@"`);
    const words = ["anuncios", "remover", "", `a  "b" 'c' # $(touch ${folder}/run)`, "R$ 50 $HOME"];
    const printed = execFileSync(join(folder, "deploy/operador"), words, {
      env: { PATH: `${folder}:${process.env.PATH}` },
      encoding: "utf8",
    });
    const [options = "", command = ""] = printed.split("/opt/mar-de-minas/atual/node_modules/");
    expect(options).toContain(`--property=EnvironmentFile=${settings}\n`);
    expect(options).toContain("--property=User=mardeminas\n");
    // systemd expands variables in arguments, and takes $$ for $.
    const passed = command.trimEnd().replaceAll("$$", "$").split("\n");
    expect(passed).toEqual([".bin/node", "cli/operator.ts", ...words]);
    expect(command.replaceAll("$$", "")).not.toContain("$");
    expect(existsSync(join(folder, "run"))).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
