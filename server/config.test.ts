import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readConfig, readOperatorConfig, variableNames } from "./config.ts";
import { defaultWorkers } from "./workers/default-workers.ts";

test("an empty environment gives the defaults", () => {
  expect(readConfig({})).toMatchObject({
    config: { port: 3000, demo: true, siteUrl: null, databaseUrl: null, logLevel: "info" },
  });
});

test("WORKERS is at least 1 and at most 8, and depends on the machine by default", () => {
  const workersOf = (env: Record<string, string>) => {
    const read = readConfig(env);
    return "config" in read ? read.config.workers : read.problems;
  };
  expect(workersOf({ WORKERS: "3" })).toBe(3);
  expect(workersOf({})).toBe(defaultWorkers());
  for (const WORKERS of ["0", "9", "1.5", "todos"]) {
    const problem = "WORKERS precisa ser um número de processos, de 1 a 8.";
    expect(workersOf({ WORKERS })).toEqual([problem]);
  }
});

test("the default is one worker per core, at most 8, and one below 1.5 GB of memory", () => {
  const gigabyte = 1024 ** 3;
  expect(defaultWorkers({ cores: 1, memory: 8 * gigabyte })).toBe(1);
  expect(defaultWorkers({ cores: 2, memory: 1.5 * gigabyte })).toBe(2);
  expect(defaultWorkers({ cores: 64, memory: 64 * gigabyte })).toBe(8);
  expect(defaultWorkers({ cores: 4, memory: 1.5 * gigabyte - 1 })).toBe(1);
});

test("an empty variable counts as unset, and SITE_URL loses its trailing slash", () => {
  const read = readConfig({ PORT: "", DEMO: "0", SITE_URL: "https://mardeminas.com.br/" });
  expect(read).toMatchObject({
    config: { port: 3000, demo: false, siteUrl: "https://mardeminas.com.br" },
  });
});

test("CALENDAR_HOSTS is a list of hosts with ports, empty by default", () => {
  const hostsOf = (env: Record<string, string>) => {
    const read = readConfig(env);
    return "config" in read ? read.config.calendarHosts : null;
  };
  expect(hostsOf({})).toEqual([]);
  expect(hostsOf({ CALENDAR_HOSTS: "127.0.0.1:8123, [::1]:8124,Feeds.test:80" })).toEqual([
    ...["127.0.0.1:8123", "[::1]:8124", "feeds.test:80"],
  ]);
});

test("SITE_URL is normalised like a browser's Origin", () => {
  const siteUrl = (SITE_URL: string) => {
    const read = readConfig({ SITE_URL });
    return "config" in read ? read.config.siteUrl : null;
  };
  expect(siteUrl("https://MarDeMinas.com.br:443")).toBe("https://mardeminas.com.br");
  expect(siteUrl("https://marésdeminas.com.br/")).toBe("https://xn--marsdeminas-dbb.com.br");
  expect(siteUrl("https://mardeminas.com.br:8443")).toBe("https://mardeminas.com.br:8443");
});

test("sample ads bring a sample contact; otherwise only configured contacts appear", () => {
  expect(readConfig({ SITE_WHATSAPP: "(37) 99871-0264" })).toMatchObject({
    config: { contact: { phone: "37900000000", whatsapp: "37998710264" } },
  });
  const real = { DEMO: "0", SITE_URL: "https://mardeminas.example" };
  expect(readConfig({ ...real, SITE_EMAIL: "oi@mardeminas.example" })).toMatchObject({
    config: { contact: { phone: null, whatsapp: null, email: "oi@mardeminas.example" } },
  });
});

test("the bucket name goes in the path, or in the host at Amazon, unless configured otherwise", () => {
  const read = (env: Record<string, string>) => {
    const config = readConfig({ S3_BUCKET: "fotos", ...env });
    return "config" in config ? config.config.photos.bucket : null;
  };
  expect(read({})).toEqual({
    bucket: "fotos",
    region: "us-east-1",
    endpoint: null,
    credentials: null,
    forcePathStyle: false,
  });
  expect(read({ S3_ENDPOINT: "https://s3.exemplo.com/" })).toMatchObject({
    endpoint: "https://s3.exemplo.com",
    forcePathStyle: true,
  });
  expect(read({ S3_ENDPOINT: "https://s3.exemplo.com", S3_FORCE_PATH_STYLE: "0" })).toMatchObject({
    forcePathStyle: false,
  });
});

test.each([
  [
    { DAILY_BACKUP_DIR: "copias" },
    "DAILY_BACKUP_DIR precisa ser o caminho inteiro de uma pasta, como /var/backups/mar-de-minas.",
  ],
  [{ RATE_LIMIT_FACTOR: "0" }, "RATE_LIMIT_FACTOR precisa ser um número maior que zero."],
  ...["localhost", "http://127.0.0.1:8123", "127.0.0.1:8123 10.0.0.1:80", "127.0.0.1:port"].map(
    (CALENDAR_HOSTS): [Record<string, string>, string] => [
      { CALENDAR_HOSTS },
      "CALENDAR_HOSTS precisa ser uma lista de hosts com porta, como 127.0.0.1:8123,[::1]:8123.",
    ],
  ),
  [{ RETENTION_DAYS: "0" }, "RETENTION_DAYS precisa ser um número de dias, de 1 a 3650."],
  [
    { VISIT_RETENTION_DAYS: "59" },
    "VISIT_RETENTION_DAYS precisa ser um número de dias, de 60 a 3650.",
  ],
  [
    { AUDIT_RETENTION_DAYS: "29" },
    "AUDIT_RETENTION_DAYS precisa ser um número de dias, de 30 a 7300.",
  ],
  [{ RETENTION_DAYS: "7.5" }, "RETENTION_DAYS precisa ser um número de dias, de 1 a 3650."],
  [
    { SMTP_URL: "http://x" },
    "SMTP_URL precisa ser um endereço smtp://usuário:senha@servidor:porta.",
  ],
  [
    { SITE_CNPJ: "11.222.333/0001-82" },
    "SITE_CNPJ precisa ser um CNPJ, com os dois dígitos que o conferem.",
  ],
  [{ SITE_PHONE: "123" }, "SITE_PHONE precisa ser um telefone com DDD, como (37) 3333-3333."],
  [{ SITE_EMAIL: "x" }, "SITE_EMAIL precisa ser um e-mail."],
  [{ PORT: "abc" }, "PORT precisa ser um número de 0 a 65535."],
  [{ PORT: "70000" }, "PORT precisa ser um número de 0 a 65535."],
  [{ DEMO: "sim" }, "DEMO precisa ser 0 (sem anúncios de exemplo) ou 1."],
  [
    { SITE_URL: "mardeminas" },
    "SITE_URL precisa ser o endereço do site, como https://mardeminas.com.br.",
  ],
  [
    { SITE_URL: "https://exemplo.com.br/mardeminas" },
    "SITE_URL precisa ser o endereço do site, como https://mardeminas.com.br.",
  ],
  [
    { DATABASE_URL: "mysql://x/y" },
    "DATABASE_URL precisa ser um endereço postgres://usuário:senha@servidor/banco.",
  ],
  [
    { DATABASE_URL: "postgres://x/y", SITE_URL: "https://mardeminas.example" },
    "Com DATABASE_URL é preciso indicar também AUTH_SECRET (32 caracteres ou mais).",
  ],
  [
    { DATABASE_OWNER_URL: "mysql://x/y" },
    "DATABASE_OWNER_URL precisa ser um endereço postgres://usuário:senha@servidor/banco.",
  ],
  [
    { DATABASE_OWNER_URL: "postgres://dono@x/y", AUTH_SECRET: "x".repeat(32) },
    "Com DATABASE_OWNER_URL sem senha é preciso indicar também DATABASE_URL.",
  ],
  [
    { DATABASE_OWNER_URL: "postgres://dono:senha@x/y", SITE_URL: "https://mardeminas.example" },
    "Com DATABASE_OWNER_URL é preciso indicar também AUTH_SECRET (32 caracteres ou mais).",
  ],
  [
    { PHOTO_BASE_URL: "fotos" },
    "PHOTO_BASE_URL precisa ser o endereço das fotos, como https://fotos.exemplo.com.",
  ],
  [{ PHOTO_SPACE_MB: "0" }, "PHOTO_SPACE_MB precisa ser um número de megabytes maior que zero."],
  [
    { S3_BUCKET: "Fotos!" },
    "S3_BUCKET precisa ser o nome de um bucket: minúsculas, números, pontos e hifens.",
  ],
  [
    { S3_BUCKET: "fotos", S3_ENDPOINT: "s3" },
    "S3_ENDPOINT precisa ser o endereço do armazenamento, como https://s3.exemplo.com.",
  ],
  [{ S3_BUCKET: "fotos", S3_FORCE_PATH_STYLE: "sim" }, "S3_FORCE_PATH_STYLE precisa ser 0 ou 1."],
  [{ S3_REGION: "sa-east-1" }, "Para guardar as fotos em um bucket é preciso indicar S3_BUCKET."],
  [
    { S3_BUCKET: "fotos", S3_ACCESS_KEY_ID: "x" },
    "S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY só valem juntas.",
  ],
  [{ AUTH_SECRET: "curto" }, "AUTH_SECRET precisa ter ao menos 32 caracteres."],
])("%j is explained in a sentence", (env, sentence) => {
  expect(readConfig(env)).toEqual({ problems: [sentence] });
});

const siteUrl = "https://mardeminas.example";
const siteEmail = "oi@mardeminas.example";
const secret = "x".repeat(32);

const needsUrl = (names: string) =>
  `Com ${names} é preciso indicar também SITE_URL, o endereço do site, como https://mardeminas.com.br: os links dos e-mails levam a ele.`;
const needsEmail = (names: string) =>
  `Com ${names} é preciso indicar também SITE_EMAIL, o e-mail do site: dele saem os e-mails, e a ele chegam as mensagens do contato.`;

test.each<[Record<string, string>, string[]]>([
  [{ DEMO: "0" }, [needsUrl("DEMO=0")]],
  [{ DATABASE_URL: "postgres://x/y", AUTH_SECRET: secret }, [needsUrl("DATABASE_URL")]],
  [{ SMTP_URL: "smtp://x", SITE_EMAIL: siteEmail }, [needsUrl("SMTP_URL")]],
  [{ EMAIL_SERVICE_URL: "https://x", SITE_EMAIL: siteEmail }, [needsUrl("EMAIL_SERVICE_URL")]],
  [{ SMTP_URL: "smtp://x", SITE_URL: siteUrl }, [needsEmail("SMTP_URL")]],
  [{ EMAIL_SERVICE_URL: "https://x", SITE_URL: siteUrl }, [needsEmail("EMAIL_SERVICE_URL")]],
  [
    { SMTP_URL: "smtp://x", EMAIL_SERVICE_URL: "https://x", DEMO: "0", SITE_URL: "" },
    [needsUrl("SMTP_URL, EMAIL_SERVICE_URL e DEMO=0"), needsEmail("SMTP_URL e EMAIL_SERVICE_URL")],
  ],
])("%j alone is refused: links in e-mails would point nowhere", (env, problems) => {
  expect(readConfig(env)).toEqual({ problems });
});

test("a real site starts with SITE_URL and SITE_EMAIL", () => {
  const env = { SITE_URL: siteUrl, SITE_EMAIL: siteEmail, SMTP_URL: "smtp://x", DEMO: "0" };
  expect(readConfig(env)).toMatchObject({ config: { siteUrl, contact: { email: siteEmail } } });
});

test("the site's login is derived from the owner's, unless it has one of its own", () => {
  const databaseOwnerUrl = "postgres://dono:senha@x/y";
  const env = { DATABASE_OWNER_URL: databaseOwnerUrl, AUTH_SECRET: secret, SITE_URL: siteUrl };
  expect(readConfig(env)).toMatchObject({
    config: {
      databaseOwnerUrl,
      databaseUrl: expect.stringMatching(/^postgres:\/\/dono_site:[0-9a-f]{64}@x\/y$/),
    },
  });
  const databaseUrl = "postgres://site:outra@x/y";
  expect(readConfig({ ...env, DATABASE_URL: databaseUrl })).toMatchObject({
    config: { databaseOwnerUrl, databaseUrl },
  });
});

test("the operator's commands need no address: they send nothing", () => {
  const env = { DEMO: "0", DATABASE_URL: "postgres://x/y", SMTP_URL: "smtp://x" };
  expect(readOperatorConfig(env)).toMatchObject({ config: { databaseUrl: "postgres://x/y" } });
});

test("the manual's tables have one row for every variable that is read, and for no other", () => {
  const tables = readFileSync("docs/operacao/variaveis.md", "utf8");
  const cells = tables.matchAll(/^\| (`.+?`) \|/gm);
  const named = [...cells].flatMap(([, cell = ""]) => cell.replaceAll("`", "").split(", "));
  expect(named.sort()).toEqual(variableNames.toSorted());
});

test("the documents name no variable that isn't read", () => {
  const names = readdirSync("docs/operacao").map((name) => `docs/operacao/${name}`);
  const texts = [...names, "docs/operacao.md", "README.md"].map((name) =>
    readFileSync(name, "utf8"),
  );
  const proxy = readFileSync("deploy/Caddyfile", "utf8");
  const known = new Set(variableNames.filter((name) => name.includes("_")));
  for (const [, name = ""] of proxy.matchAll(/\{\$(\w+)/g)) known.add(name);
  const named = [...texts.join("\n").matchAll(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g)].map(String);
  expect(named.length).toBeGreaterThan(variableNames.length);
  // Those of restic, which copies backups elsewhere.
  const ours = named.filter((name) => !/^(RESTIC|AWS)_/.test(name));
  expect(ours.filter((name) => !known.has(name))).toEqual([]);
});
