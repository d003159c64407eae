import assert from "node:assert/strict";
import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { askAt, findPhoto, listOwnAds, logIn, publish, register } from "../testing/advertiser.ts";
import { copyCheckout } from "../testing/checkout.ts";
import { makeDebian } from "./debian.ts";
import { boot, type Machine } from "./machine.ts";
import { type Part, type Stage, until } from "./stage.ts";

const site = "http://127.0.0.1:3000";
const ask = askAt(site);
const unit = "mar-de-minas";
const operator = "/opt/mar-de-minas/atual/deploy/operador";
const email = "servidor@example.com";
const domain = "mardeminas.localhost";

const installation = [
  ...["--dominio", domain, "--email", "contato@mardeminas.test"],
  ...["--telefone", "(37) 3333-3333", "--whatsapp", "(37) 99999-9999"],
];

export const server: Part = {
  title: "A server: deploy/instalar, the systemd unit and deploy/atualizar on a booted Debian",
  packages: ["systemd-container", "debootstrap", "git"],
  needsInternet: true,
  writesTrees: true,
  minutes: 30,
  async run(stage) {
    const tree = join(stage.folder, "debian");
    const machine = await stage.step("a new Debian boots with systemd", async (note) => {
      await makeDebian(tree, ["systemd", "systemd-sysv", "dbus", "procps"]);
      const booted = await boot(tree);
      note((await booted.run("systemctl", ["--version"])).split("\n")[0] ?? "");
      return booted;
    });
    assert(machine);
    await rehearseInstallation(stage, machine, tree);
    await rehearseUnit(stage, machine, tree);
    await rehearseUpdates(stage, machine, tree);
    await rehearseFaults(stage, machine);
    await rehearseFullDisk(stage, machine);
    await stage.step("the machine shuts down cleanly", async (note) => {
      const seconds = await machine.powerOff();
      assert(seconds < 60);
      note(`${seconds.toFixed(1)} s`);
    });
  },
};

async function rehearseInstallation(stage: Stage, machine: Machine, tree: string): Promise<void> {
  await copyCheckout(join(tree, "root/v1"));
  await stage.step("deploy/instalar installs everything and starts the site", async (note) => {
    const began = performance.now();
    await machine.run("/root/v1/deploy/instalar", installation, 1200);
    note(`${((performance.now() - began) / 1000).toFixed(0)} s`);
    assert.equal(await machine.property(unit, "ActiveState"), "active");
    assert.equal((await fetch(`${site}/healthz`)).status, 200);
  });
  await stage.step("Caddy serves it over https, and the backup timer is active", async () => {
    await machine.run("curl", [
      ...["--silent", "--fail", "--output", "/dev/null", "--resolve", `${domain}:443:127.0.0.1`],
      ...["--cacert", "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"],
      `https://${domain}/`,
    ]);
    assert.equal(await machine.property(`${unit}-backup.timer`, "ActiveState"), "active");
    const backups = await machine.run("ls", ["/var/backups/mar-de-minas"]);
    assert.match(backups, /^mar-de-minas-.*\.tar\.gz$/m);
  });
  await stage.step("a second deploy/instalar changes nothing and restarts nothing", async () => {
    const before = await machine.property(unit, "MainPID");
    await machine.run("/root/v1/deploy/instalar", [], 300);
    assert.equal(await machine.property(unit, "MainPID"), before);
  });
}

async function rehearseUnit(stage: Stage, machine: Machine, tree: string): Promise<void> {
  await publish(ask, await register(ask, email), { title: "Rancho do Servidor" });
  await stage.step("systemd confines the service", async (note) => {
    const line = await machine.run("systemd-analyze", ["security", unit]);
    note(/Overall exposure level for .*?: ([\d.]+)/.exec(line)?.[1] ?? "");
    const pid = await machine.property(unit, "MainPID");
    const status = await machine.run("cat", [`/proc/${pid}/status`]);
    assert.match(status, /^NoNewPrivs:\s1$/m);
    assert.match(status, /^Seccomp:\s2$/m);
    assert.match(status, /^CapEff:\s0+$/m);
  });
  await stage.step("deploy/operador takes settings and arguments as they are written", async () => {
    const odd = `Rancho & Filhos; $(id) \`id\` $HOME "da serra" # 1`;
    const showing = "--import=data:text/javascript,console.log(process.env.ODD)";
    const env = "/etc/mar-de-minas.env";
    const lines = `ODD='${odd}'\n# A='\nSITE_LEGAL_NAME=Rancho & Filhos\nNODE_OPTIONS=${showing}\n`;
    await machine.run("cp", ["-p", env, `${env}.antes`]);
    await appendFile(join(tree, env), lines);
    await assert.rejects(machine.run(operator, ["mensagens", odd]), (error: Error) => {
      assert(error.message.includes(`Não conheço "mensagens ${odd}".`), error.message);
      assert(
        error.message.includes(`\n${odd}\n`) || error.message.includes(`: ${odd}\n`),
        error.message,
      );
      return true;
    });
    await machine.run("mv", [`${env}.antes`, env]);
  });
  await stage.step("a restart keeps the login, the ad and its photo", async (note) => {
    const cookie = await logIn(ask, email);
    const began = performance.now();
    await machine.run("systemctl", ["restart", unit]);
    await untilHealthy();
    note(`${((performance.now() - began) / 1000).toFixed(1)} s`);
    assert.equal((await listOwnAds(ask, cookie)).length, 1);
    await assertState();
  });
  await stage.step("after kill -9 systemd restarts the site and nothing is lost", async (note) => {
    const before = await machine.property(unit, "MainPID");
    const began = performance.now();
    await machine.run("kill", ["-9", before]);
    await until("another process responds", async () => {
      const pid = await machine.property(unit, "MainPID");
      return pid !== "0" && pid !== before && (await isHealthy());
    });
    note(`${((performance.now() - began) / 1000).toFixed(1)} s until it responds`);
    await assertState();
  });
  await stage.step(
    "stopping leaves no process behind, and starting restores everything",
    async (note) => {
      const began = performance.now();
      await machine.run("systemctl", ["stop", unit]);
      note(`stopped in ${((performance.now() - began) / 1000).toFixed(1)} s`);
      assert.equal(await machine.property(unit, "Result"), "success");
      const left = await machine.run("sh", ["-c", "ps -u mardeminas -o args= || true"]);
      assert.equal(left.trim(), "");
      await machine.run("systemctl", ["start", unit]);
      await untilHealthy();
      await assertState();
    },
  );
}

async function rehearseUpdates(stage: Stage, machine: Machine, tree: string): Promise<void> {
  const current = async () => (await machine.run("readlink", ["/opt/mar-de-minas/atual"])).trim();
  const first = await current();
  await stage.step("deploy/atualizar starts the new version on the same data", async (note) => {
    const folder = join(tree, "root/v2");
    await copyCheckout(folder);
    await appendFile(join(folder, "README.md"), "\nAnother version.\n");
    const began = performance.now();
    await machine.run("/root/v2/deploy/atualizar", [], 1200);
    note(`${((performance.now() - began) / 1000).toFixed(0)} s`);
    assert.notEqual(await current(), first);
    await assertState();
  });
  await stage.step("the terminal and /healthz tell the operator the version", async () => {
    const output = await machine.run("sh", [
      "-ec",
      `cd /opt/mar-de-minas/atual && deploy/operador versao
       METRICS_TOKEN=$(sed -n 's/^METRICS_TOKEN=//p' /etc/mar-de-minas.env)
       curl --silent --header "Authorization: Bearer $METRICS_TOKEN" http://127.0.0.1:3000/healthz`,
    ]);
    assert.match(
      output,
      /^Mar de Minas (\d+\.\d+\.\d+), construído em .*\nok\n\1, \d{4}-\d\d-\d\d$/,
    );
  });
  await stage.step(
    "deploy/atualizar of the former version, where it is installed, goes back to it",
    async () => {
      await machine.run(`${first}/deploy/atualizar`, [], 1200);
      assert.equal(await current(), first);
      await assertState();
    },
  );
  await stage.step("deploy/atualizar rolls back a version that fails", async () => {
    const folder = join(tree, "root/v3");
    await copyCheckout(folder);
    await writeFile(join(folder, "server/main.ts"), 'throw new Error("a broken version");\n');
    const before = await current();
    await assert.rejects(machine.run("/root/v3/deploy/atualizar", [], 1200), /ended with 1: /);
    assert.equal(await current(), before);
    await untilHealthy();
    await assertState();
  });
  await stage.step("a version that can't be built changes nothing", async () => {
    const folder = join(tree, "root/v4");
    await copyCheckout(folder);
    await writeFile(join(folder, "app/root.tsx"), "not a program");
    const before = [await current(), await machine.property(unit, "MainPID")];
    await assert.rejects(
      machine.run("/root/v4/deploy/atualizar", [], 1200),
      /A versão nova não foi construída/,
    );
    assert.deepEqual([await current(), await machine.property(unit, "MainPID")], before);
    await assertState();
  });
  await stage.step("the user that builds versions can't read the data or the secrets", async () => {
    for (const path of [
      "/var/lib/mar-de-minas",
      "/var/backups/mar-de-minas",
      "/etc/mar-de-minas.env",
    ]) {
      const read = ["-u", "mardeminas-construcao", "--", "cat", path];
      await assert.rejects(machine.run("runuser", read), /Permission denied/);
    }
    const folder = join(tree, "root/v5");
    await copyCheckout(folder);
    await appendFile(
      join(folder, "vite.config.ts"),
      '\n(await import("node:fs")).readFileSync("/etc/mar-de-minas.env");\n',
    );
    await assert.rejects(
      machine.run("/root/v5/deploy/atualizar", [], 1200),
      /EACCES: permission denied, open '\/etc\/mar-de-minas\.env'/,
    );
  });
}

async function rehearseFaults(stage: Stage, machine: Machine): Promise<void> {
  const backups = "/var/backups/mar-de-minas";
  const backUp = () => machine.run("systemctl", ["start", `${unit}-backup`], 300);
  await stage.step("photos in a backup are hard links to the site's", async () => {
    await backUp();
    const { length } = (
      await machine.run("find", [backups, "-name", "*.jpg", "-links", "2"])
    ).trim();
    assert.notEqual(length, 0);
  });
  await stage.step(
    "an empty data folder is refused, and a daily backup is restored as the manual says",
    async () => {
      await machine.run("sh", [
        "-ec",
        `systemctl stop ${unit}
       mv /var/lib/mar-de-minas /var/lib/mar-de-minas.antes
       install -d -o mardeminas -g mardeminas -m 700 /var/lib/mar-de-minas
       systemctl start ${unit}
       until journalctl --unit ${unit} --since -1min | grep 'vazio, mas há backups'; do sleep 1; done
       systemctl stop ${unit}
       cd /opt/mar-de-minas/atual
       newest=$(ls ${backups}/mar-de-minas-*.tar.gz | tail -n 1)
       deploy/operador restore "$newest"
       systemctl start ${unit}`,
      ]);
      await untilHealthy();
      await assertState();
    },
  );
  await stage.step("a full disk fails the backup, and the operator gets a letter", async () => {
    const owner = ["-o", "size=20m,mode=700,uid=mardeminas,gid=mardeminas"];
    await machine.run("mount", ["-t", "tmpfs", ...owner, "tmpfs", backups]);
    await assert.rejects(backUp());
    await machine.run("umount", [backups]);
    const log = ["--unit", `${unit}-backup`, "--no-pager", "--output", "cat"];
    assert.match(await machine.run("journalctl", log), /Falta espaço em disco para o backup/);
    await until("the letter is queued", async () =>
      /O backup do site falhou/.test(await machine.run(operator, ["mensagens", "--json"])),
    );
    await backUp();
  });
  await stage.step("with the site down Caddy says so, and recovers with it", async (note) => {
    const status = async () =>
      (
        await machine.run("curl", [
          ...["--silent", "--insecure", "--output", "/dev/null", "--write-out", "%{http_code}"],
          ...["--max-time", "40", "--resolve", `${domain}:443:127.0.0.1`, `https://${domain}/`],
        ])
      ).trim();
    await machine.run("systemctl", ["stop", unit]);
    const began = performance.now();
    assert.match(await status(), /^50[234]$/);
    note(`${((performance.now() - began) / 1000).toFixed(0)} s until the error`);
    await machine.run("systemctl", ["start", unit]);
    await until("Caddy reaches the site", async () => (await status()) === "200");
    await assertState();
  });
}

/** Leaves the data on a disk of its own. */
async function rehearseFullDisk(stage: Stage, machine: Machine): Promise<void> {
  const data = "/var/lib/mar-de-minas";
  const ballast = `${data}/lastro`;
  const onShell = (command: string) => machine.run("sh", ["-ec", command]);
  const another = await register(ask, "outra@example.com");
  const publishAnother = () => publish(ask, another, { title: "Rancho Espaçoso" });
  await stage.step("with little disk left photos are refused, and the site serves", async () => {
    await onShell(
      `systemctl stop ${unit}; mv ${data} /var/lib/antes; mkdir ${data};
       mount -t tmpfs -o size=400m tmpfs ${data}; cp -a /var/lib/antes/. ${data}; systemctl start ${unit}`,
    );
    await untilHealthy();
    await assert.rejects(publishAnother(), /create: 503/);
    await assertState();
  });
  await stage.step("on a full disk the site serves, and takes ads again with space", async () => {
    await onShell(`cat /dev/zero >${ballast} || true; df --output=avail ${data} | grep -qx ' *0'`);
    assert.equal((await fetch(site)).status, 200);
    await assert.rejects(publishAnother(), /create: 503/);
    await onShell(`rm ${ballast}; mount -o remount,size=4g ${data}`);
    await until("an ad is published", async () => publishAnother().then(() => true));
    // The page that another process kept is dropped a moment later.
    await until("visitors see it", async () =>
      /Rancho Espaçoso/.test(await (await ask("/")).text()),
    );
  });
}

async function isHealthy(): Promise<boolean> {
  return (await fetch(`${site}/healthz`)).ok;
}

function untilHealthy(): Promise<boolean> {
  return until("the site responds", isHealthy);
}

async function assertState(): Promise<void> {
  const home = await (await fetch(site)).text();
  assert.match(home, /Rancho do Servidor/);
  assert.equal((await ask(await findPhoto(ask))).status, 200);
  assert.equal((await listOwnAds(ask, await logIn(ask, email))).length, 1);
}
