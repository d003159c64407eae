import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { askAt, findPhoto, listOwnAds, publish, register } from "../testing/advertiser.ts";
import { startVisiting } from "../testing/steady-visitors.ts";
import { createBucket, startCeph } from "./ceph.ts";
import { podmanArgs, readServices } from "./compose.ts";
import { buildSiteImage, findImage, makeBaseImages } from "./images.ts";
import { nameHosts } from "./names.ts";
import { openPodman, type Podman, requireContainers } from "./podman.ts";
import { Impossible, type Part, type Stage, until } from "./stage.ts";

/** A domain for whose names, being below localhost, Caddy uses its own certificate authority. */
const domain = "mardeminas.localhost";
const site = `https://${domain}`;
const ask = askAt(site);

/** Gateway of compose.yaml's network. */
const gateway = "172.30.0.1";

export const containers: Part = {
  title: "Containers: the Dockerfile and compose.yaml with podman",
  packages: [
    ...["podman", "runc", "catatonit", "netavark", "aardvark-dns", "iptables", "debootstrap"],
    ...["ceph-mon", "ceph-osd", "radosgw", "git"],
  ],
  needsInternet: true,
  writesTrees: true,
  minutes: 30,
  async run(stage) {
    await nameHosts(stage.folder, { [domain]: "127.0.0.1" });
    const podman = await openPodman(stage.folder);
    await stage.step("base images are built from Debian packages and the npm package node", () =>
      makeBaseImages(stage.folder, podman),
    );
    await stage.step("this kernel runs containers", async () =>
      requireContainers(podman, await findImage("node")),
    );
    await stage.step("the Dockerfile builds", async (note) => {
      note(`${(await buildSiteImage(stage.folder, podman)).toFixed(0)} MB with the base`);
    });
    const services = await startAll(stage, podman);
    await rehearseReplacement(stage, podman, services, await rehearseSite(stage, podman));
    await stage.step("a site that remembers another database refuses to start", async () => {
      await stop(podman, "site-1");
      await forgeMemory(podman, "site-1");
      await services("site-1");
      const log = await until("the refusal is logged", async () => {
        const text = await podman(["logs", "site-1"]);
        assert.match(text, /é outro, ou está vazio/);
        return text;
      });
      assert.match(log, /aceitar-banco/);
      await podman(["rm", "--force", "--time=5", "site-1"]);
    });
    await stage.step("the sites stop cleanly", async () => {
      for (const name of siteNames.slice(1)) await stop(podman, name);
    });
    await podman(["rm", "--all", "--force", "--time=5"]);
  },
};

const siteNames = ["site-1", "site-2", "site-3"];

type StartService = (name: string) => Promise<unknown>;

async function startAll(stage: Stage, podman: Podman): Promise<StartService> {
  const secret = () => randomBytes(32).toString("hex");
  const variables = {
    SITE_DOMAIN: domain,
    AUTH_SECRET: secret(),
    POSTGRES_PASSWORD: secret(),
    S3_SECRET_ACCESS_KEY: secret(),
    METRICS_TOKEN: secret(),
    SITE_EMAIL: "contato@mardeminas.test",
  };
  const envFile = join(stage.folder, "site.env");
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(envFile, lines.join(""));
  const services = await readServices(variables);
  const startService: StartService = (name) =>
    podman([
      "run",
      // The store runs on the host, under the name it has in compose.yaml.
      `--add-host=fotos:${gateway}`,
      ...podmanArgs(name, services.get(name) ?? {}, envFile),
    ]);

  await stage.step("PostgreSQL starts in compose.yaml's network", async () => {
    await podman(["network", "create", "--subnet=172.30.0.0/24", `--gateway=${gateway}`, "dentro"]);
    await podman(["network", "create", "fora"]);
    await startService("banco");
    await untilHealthy(podman, "banco");
  });
  await stage.step("the S3 store is compose.yaml's versitygw", async () => {
    throw new Impossible(
      "Debian has no versitygw; Ceph's gateway takes its place at http://fotos:7070",
    );
  });
  const key = { accessKey: "mardeminas", secretKey: variables.S3_SECRET_ACCESS_KEY };
  const store = await startCeph(stage.folder, { ...key, address: "0.0.0.0:7070" });
  await createBucket(store, "fotos");
  await stage.step(
    "three sites start read-only and without capabilities, and are healthy",
    async () => {
      for (const name of siteNames) await startService(name);
      for (const name of siteNames) await untilHealthy(podman, name);
      const status = await podman(["exec", "site-1", "cat", "/proc/1/status"]);
      assert.match(status, /^CapEff:\s0+$/m);
      assert.match(status, /^Uid:\s1000\s/m);
      await assert.rejects(podman(["exec", "site-1", "touch", "/site/x"]), /Read-only file system/);
    },
  );
  await stage.step("Caddy serves them over https", async () => {
    await startService("proxy");
    const file = "/data/caddy/pki/authorities/local/root.crt";
    const authority = await until("Caddy has created its authority", () =>
      podman(["exec", "proxy", "cat", file]),
    );
    setDefaultCACertificates([...getCACertificates("default"), authority]);
    await until("the home page responds", async () => (await fetch(site)).ok);
  });
  return startService;
}

/** Returns the cookies of an advertiser with an ad. */
async function rehearseSite(stage: Stage, podman: Podman): Promise<string> {
  const cookie = await register(ask);
  await stage.step("an ad published with a photo appears on every site", async () => {
    await publish(ask, cookie, { title: "Rancho do Contêiner" });
    for (const name of siteNames) {
      const program = `fetch("http://127.0.0.1:3000/").then((a) => a.text()).then(console.log)`;
      await until(`${name} shows the ad`, async () =>
        (await podman(["exec", name, "node", "-e", program])).includes("Rancho do Contêiner"),
      );
    }
    const photo = await ask(await findPhoto(ask));
    assert.equal(photo.headers.get("Content-Type"), "image/jpeg");
  });
  return cookie;
}

async function rehearseReplacement(
  stage: Stage,
  podman: Podman,
  startService: StartService,
  cookie: string,
): Promise<void> {
  await stage.step("replacing the sites one by one causes no failed request", async (note) => {
    const visitors = startVisiting(ask, cookie);
    const logs: string[] = [];
    for (const name of siteNames) {
      logs.push(await stop(podman, name));
      await startService(name);
      await untilHealthy(podman, name);
    }
    const { failures, slowestMs } = await visitors.stop();
    for (const name of [...siteNames, "proxy"]) logs.push(await podman(["logs", name]));
    assert.deepEqual(failures, [], `${failures.join("\n")}\n${extractTrouble(logs)}`);
    const slowest = (slowestMs / 1000).toFixed(2);
    note(`${visitors.answered()} requests, 0 failures, the slowest ${slowest} s`);
    assert.equal((await listOwnAds(ask, cookie)).length, 1);
  });
}

function extractTrouble(logs: readonly string[]): string {
  const lines = logs.flatMap((log) => log.split("\n"));
  const trouble = /"level":(?:[4-6]0|"(?:warn|error)")|"status":50/;
  return lines
    .filter((line) => trouble.test(line))
    .slice(-30)
    .join("\n")
    .slice(-6000);
}

/** Stops a container as compose does; expects a clean exit, and returns the log. */
async function stop(podman: Podman, name: string): Promise<string> {
  await podman(["stop", name]);
  const log = await podman(["logs", name]);
  const code = await podman(["inspect", "--format={{.State.ExitCode}}", name]);
  assert.equal(code.trim(), "0");
  await podman(["rm", name]);
  return log;
}

/** Writes into a stopped site's volume that it used another database. */
async function forgeMemory(podman: Podman, name: string): Promise<void> {
  const memory = { id: randomUUID(), count: 1, at: new Date().toISOString() };
  const program = `fs.writeFileSync("/dados/banco.testemunha", ${JSON.stringify(JSON.stringify(memory))})`;
  await podman(["run", "--rm", `--volume=${name}:/dados`, "mar-de-minas", "node", "-e", program]);
}

async function untilHealthy(podman: Podman, name: string): Promise<void> {
  await until(`${name} is healthy`, async () => {
    await podman(["healthcheck", "run", name], 20);
    return true;
  }).catch(async (error: Error) => {
    throw new Error(`${error.message} ${(await podman(["logs", name])).slice(-1000)}`);
  });
}
