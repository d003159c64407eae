import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run, start } from "./stage.ts";

const binaries = "/usr/lib/postgresql/15/bin";

export const databaseHost = "banco.test";

const [user, password, database] = ["mardeminas", "segredo-do-banco", "mardeminas"];
const poolerPort = 6432;

/** A PostgreSQL 15 that requires TLS and a password. */
export interface TlsDatabase {
  authorityFile: string;
  /** An authority that signed none of the certificates. */
  otherAuthorityFile: string;
  /** Address with sslmode=verify-full. */
  url: (host?: string, authorityFile?: string, port?: number) => string;
  /** Queries as the superuser, over the local socket. */
  query: (sql: string) => Promise<string>;
  /** Applies changed settings. */
  reload: () => Promise<string>;
}

/** Two certificate authorities, and the server's certificate by the first. */
async function createCertificates(folder: string): Promise<void> {
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"];
  for (const name of ["autoridade", "outra"]) {
    const files = ["-keyout", join(folder, `${name}.key`), "-out", join(folder, `${name}.crt`)];
    await run("openssl", [...request, "-subj", `/CN=${name}`, ...files]);
  }
  const issuer = ["-CA", join(folder, "autoridade.crt"), "-CAkey", join(folder, "autoridade.key")];
  const names = ["-subj", `/CN=${databaseHost}`, "-addext", `subjectAltName=DNS:${databaseHost}`];
  const files = ["-keyout", join(folder, "servidor.key"), "-out", join(folder, "servidor.crt")];
  await run("openssl", [...request, ...issuer, ...names, ...files]);
  await chmod(join(folder, "servidor.key"), 0o600);
}

export async function startTlsDatabase(folder: string): Promise<TlsDatabase> {
  const home = join(folder, "postgresql");
  await mkdir(home);
  await createCertificates(home);
  await run("chown", ["-R", "postgres", home]);
  const asPostgres = (program: string, args: readonly string[]) =>
    run("runuser", ["-u", "postgres", "--", program, ...args], { cwd: home });
  const data = join(home, "data");
  await asPostgres(join(binaries, "initdb"), ["-D", data, "--auth=peer", "-E", "UTF8"]);
  await writeFile(
    join(data, "pg_hba.conf"),
    "local all postgres peer\nhostssl all all all scram-sha-256\n",
  );
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: home,
    ssl: "on",
    ssl_cert_file: join(home, "servidor.crt"),
    ssl_key_file: join(home, "servidor.key"),
    max_connections: "60",
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const control = ["-D", data, "-w", "-l", join(home, "log"), "-o", options.join(" ")];
  await asPostgres(join(binaries, "pg_ctl"), [...control, "start"]);
  const query = (sql: string) => asPostgres("psql", ["-h", home, "-XAt", "-c", sql]);
  await query(`create role ${user} login password '${password}'`);
  await query(`create database ${database} owner ${user}`);
  const authorityFile = join(home, "autoridade.crt");
  return {
    authorityFile,
    otherAuthorityFile: join(home, "outra.crt"),
    url: (host = databaseHost, authority = authorityFile, port = 5432) =>
      `postgres://${user}:${password}@${host}:${port}/${database}?sslmode=verify-full&sslrootcert=${authority}`,
    query,
    reload: () => query("select pg_reload_conf()"),
  };
}

export async function startPooler(
  folder: string,
  database: TlsDatabase,
  mode: "session" | "transaction",
) {
  const home = join(folder, `pgbouncer-${mode}`);
  await mkdir(home);
  const certificates = join(folder, "postgresql");
  await writeFile(join(home, "users.txt"), `"${user}" "${password}"\n`);
  await writeFile(
    join(home, "pgbouncer.ini"),
    `[databases]
* = host=${databaseHost} port=5432

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${poolerPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(home, "users.txt")}
pool_mode = ${mode}
default_pool_size = 40
client_tls_sslmode = require
client_tls_cert_file = ${join(certificates, "servidor.crt")}
client_tls_key_file = ${join(certificates, "servidor.key")}
server_tls_sslmode = verify-full
server_tls_ca_file = ${database.authorityFile}
`,
  );
  await run("chown", ["-R", "postgres", home]);
  const pooler = await start(
    "runuser",
    ["-u", "postgres", "--", "pgbouncer", join(home, "pgbouncer.ini")],
    { ready: /process up/ },
  );
  const url = database.url(databaseHost, database.authorityFile, poolerPort);
  return { ...pooler, url };
}
