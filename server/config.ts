import { BlockList } from "node:net";
import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import type { BucketSettings } from "../app/domain/photos/store.server.ts";
import { siteRoleUrlFrom } from "../app/platform/db/site-role/site-role.server.ts";
import { StartRefusal } from "../app/platform/db/start-refusal.server.ts";
import { findSmtpProblem } from "../app/platform/mail/mail-problems.ts";
import { findEmailProblem } from "../app/platform/ui/forms/email.ts";
import { readPhone } from "../app/platform/ui/forms/read-phone.server.ts";
import { enumerate } from "../app/platform/ui/words.ts";
import { bucketVariables, explain, readBucket, webAddress } from "./bucket-config.ts";
import { parseTrustedProxies } from "./client-address.ts";
import { formatCnpj } from "./cnpj.ts";
import { findMissingPix, pixVariables, readPixReceiver } from "./pix-receiver.ts";
import { defaultWorkers, maxWorkers } from "./workers/default-workers.ts";

/** The rule of a variable, "precisa ser …", is the message for every part of it that is broken. */
function number(rule: string, min: number, max = Number.POSITIVE_INFINITY) {
  return z.coerce.number(rule).min(min, rule).max(max, rule);
}

function wholeNumber(min: number, max: number, what = "") {
  const rule = `precisa ser um número ${what}de ${min} a ${max}.`;
  return number(rule, min, max).int(rule);
}

const aboveZero = Number.MIN_VALUE;

const siteRule = "precisa ser o endereço do site, como https://mardeminas.com.br.";

/** Normalised like an Origin header, which it is compared with. */
const siteAddress = webAddress(siteRule)
  .transform((value) => new URL(value))
  .refine(({ pathname, search, hash }) => pathname === "/" && !search && !hash, siteRule)
  .transform(({ origin }) => origin);

const databaseAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error: "precisa ser um endereço postgres://usuário:senha@servidor/banco.",
});

/** A phone number in digits. */
function phone(rule: string) {
  return z
    .string()
    .transform((value) => readPhone(value))
    .refine((read) => "digits" in read && read.digits !== "", rule)
    .transform((read) => ("digits" in read ? read.digits : ""));
}

function longText(min: number) {
  return z.string().min(min, `precisa ter ao menos ${min} caracteres.`);
}

function wholePath(example: string) {
  return z
    .string()
    .refine(isAbsolute, `precisa ser o caminho inteiro de uma pasta, como ${example}.`);
}

/** The rule for each variable that is set. */
const environment = z
  .object({
    PORT: wholeNumber(0, 65_535),
    HOST: z.string(),
    WORKERS: wholeNumber(1, maxWorkers, "de processos, "),
    SITE_URL: siteAddress,
    DATA_DIR: z.string(),
    DEMO: z.enum(["0", "1"], "precisa ser 0 (sem anúncios de exemplo) ou 1."),
    DATABASE_URL: databaseAddress,
    DATABASE_OWNER_URL: databaseAddress,
    AUTH_SECRET: longText(32),
    RATE_LIMIT_FACTOR: number("precisa ser um número maior que zero.", aboveZero),
    PAGE_CACHE_MB: number("precisa ser um número de 0 (desligado) a 65536.", 0, 65_536),
    DRAIN_SECONDS: number("precisa ser um número de segundos, de 0 a 300.", 0, 300),
    RETENTION_DAYS: wholeNumber(1, 3650, "de dias, "),
    VISIT_RETENTION_DAYS: wholeNumber(60, 3650, "de dias, "),
    AUDIT_RETENTION_DAYS: wholeNumber(30, 7300, "de dias, "),
    SMTP_URL: z.string().check(({ value, issues }) => {
      const message = findSmtpProblem(value);
      if (message) issues.push({ code: "custom", input: value, message });
    }),
    EMAIL_SERVICE_URL: webAddress("precisa ser o endereço do serviço de e-mail."),
    EMAIL_USER_ID: z.string(),
    EMAIL_SERVICE_ID: z.string(),
    EMAIL_TEMPLATE_ID: z.string(),
    EMAIL_LETTER_TEMPLATE_ID: z.string(),
    SITE_PHONE: phone("precisa ser um telefone com DDD, como (37) 3333-3333."),
    SITE_WHATSAPP: phone("precisa ser um celular com DDD, como (37) 99999-9999."),
    SITE_EMAIL: z.string().refine((value) => !findEmailProblem(value), "precisa ser um e-mail."),
    SITE_LEGAL_NAME: z.string(),
    SITE_CNPJ: z
      .string()
      .transform(formatCnpj)
      .refine((cnpj) => cnpj !== null, "precisa ser um CNPJ, com os dois dígitos que o conferem."),
    SITE_ADDRESS: z.string(),
    SITE_PRIVACY_CONTACT: z.string(),
    ...pixVariables,
    METRICS_TOKEN: longText(16),
    TRUSTED_PROXIES: z
      .string()
      .transform(parseTrustedProxies)
      .refine(
        (list) => list !== null,
        "precisa ser uma lista de endereços ou redes, como loopback ou 10.0.0.0/8.",
      ),
    PHOTO_BASE_URL: webAddress("precisa ser o endereço das fotos, como https://fotos.exemplo.com."),
    PHOTO_SPACE_MB: number("precisa ser um número de megabytes maior que zero.", aboveZero),
    MIN_FREE_MB: number("precisa ser um número de megabytes, 0 (sem limite) ou maior.", 0),
    DAILY_BACKUP_DIR: wholePath("/var/backups/mar-de-minas"),
    CALENDAR_HOSTS: z
      .string()
      .transform((value) => value.split(",").map((host) => host.trim().toLowerCase()))
      .transform((hosts) => hosts.filter((host) => host !== ""))
      .refine(
        (hosts) => hosts.every((host) => /^[^\s/@]+:\d{1,5}$/.test(host)),
        "precisa ser uma lista de hosts com porta, como 127.0.0.1:8123,[::1]:8123.",
      ),
    LOG_LEVEL: z.enum(
      ["fatal", "error", "warn", "info", "debug", "silent"],
      "precisa ser fatal, error, warn, info, debug ou silent.",
    ),
  })
  .partial();

/** Variables that the site and the operator's commands read. */
export const variableNames = [...Object.keys(environment.shape), ...bucketVariables];

const noContact = { phone: null, whatsapp: null, email: null };
const sampleContact = {
  phone: "37900000000",
  whatsapp: "37900000000",
  email: "contato@example.com",
};

export type Config = ReturnType<typeof toConfig>;

type ReadResult = { config: Config } | { problems: string[] };

/** Reads the settings of a site that serves visitors. Empty variables count as unset. */
export function readConfig(env: Record<string, string | undefined>): ReadResult {
  const read = readOperatorConfig(env);
  if ("problems" in read) return read;
  const problems = findMissing(read.config, env);
  return problems.length > 0 ? { problems } : read;
}

/** Throws {@link StartRefusal} with everything that is wrong. */
export function requireConfig(env: Record<string, string | undefined>): Config {
  const read = readConfig(env);
  if ("problems" in read) throw new StartRefusal(read.problems.join("\n"));
  return read.config;
}

export function localAddress(port: number): string {
  return `http://localhost:${port}`;
}

/** Variables that others make necessary. */
function findMissing(config: Config, env: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  const mail = ["SMTP_URL", "EMAIL_SERVICE_URL"].filter((name) => env[name]);
  const database = ["DATABASE_URL", "DATABASE_OWNER_URL"].filter((name) => env[name]);
  if (database.length > 0 && !config.authSecret) {
    problems.push(
      `Com ${enumerate(database)} é preciso indicar também AUTH_SECRET (32 caracteres ou mais).`,
    );
  }
  // These are signs of a real site, whose e-mails must not link to localhost.
  const real = [...mail, ...database];
  if (!config.demo) real.push("DEMO=0");
  if (real.length > 0 && !config.siteUrl) {
    problems.push(
      `Com ${enumerate(real)} é preciso indicar também SITE_URL, o endereço do site, como https://mardeminas.com.br: os links dos e-mails levam a ele.`,
    );
  }
  // Not config.contact.email, which may be the sample address.
  if (mail.length > 0 && !env.SITE_EMAIL) {
    problems.push(
      `Com ${enumerate(mail)} é preciso indicar também SITE_EMAIL, o e-mail do site: dele saem os e-mails, e a ele chegam as mensagens do contato.`,
    );
  }
  return problems;
}

/** The operator's commands send nothing: no address or secret is required. */
export function readOperatorConfig(env: Record<string, string | undefined>): ReadResult {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(given);
  const photos = readBucket(given);
  const problems = [...photos.problems, ...findMissingPix(given)];
  if (!parsed.success) return { problems: [...explain(parsed.error), ...problems] };
  const values = parsed.data;
  const ownerUrl = values.DATABASE_OWNER_URL;
  // The site's own password is derived from the owner's.
  if (ownerUrl && !values.DATABASE_URL && !new URL(ownerUrl).password) {
    problems.push("Com DATABASE_OWNER_URL sem senha é preciso indicar também DATABASE_URL.");
  }
  if (problems.length > 0) return { problems };
  return { config: toConfig(values, photos.bucket) };
}

function toConfig(values: z.infer<typeof environment>, photoBucket: BucketSettings | null) {
  const ownerUrl = values.DATABASE_OWNER_URL ?? null;
  const demo = values.DEMO !== "0";
  const sample = demo ? sampleContact : noContact;
  return {
    port: values.PORT ?? 3000,
    host: values.HOST ?? "0.0.0.0",
    /** Number of processes that serve requests. */
    workers: values.WORKERS ?? defaultWorkers(),
    /** If missing, pages use the origin of each request, and e-mails use {@link localAddress}. */
    siteUrl: values.SITE_URL ?? null,
    dataDir: resolve(values.DATA_DIR ?? "./data"),
    demo,
    /** Address with which the site logs in; null for the embedded database. */
    databaseUrl: values.DATABASE_URL ?? (ownerUrl && siteRoleUrlFrom(ownerUrl)),
    /** Address with which the owner of its tables does; null if that is the site itself. */
    databaseOwnerUrl: ownerUrl,
    /** Signs sessions; null creates one and keeps it in DATA_DIR. */
    authSecret: values.AUTH_SECRET ?? null,
    /** Multiplies rate limits, for tests and load from one address. */
    rateLimitFactor: values.RATE_LIMIT_FACTOR ?? 1,
    /** 0 turns the page cache off. */
    pageCacheBytes: (values.PAGE_CACHE_MB ?? 64) * 1024 * 1024,
    retention: {
      mail: values.RETENTION_DAYS ?? 30,
      visits: values.VISIT_RETENTION_DAYS ?? 731,
      // Days that suffice to settle a dispute about a past decision.
      auditLog: values.AUDIT_RETENTION_DAYS ?? 1825,
    },
    /** Time between an unhealthy /healthz and the end of service. */
    drainMs: (values.DRAIN_SECONDS ?? 0) * 1000,
    smtpUrl: values.SMTP_URL ?? null,
    /** The service of spec §7. */
    emailService: values.EMAIL_SERVICE_URL
      ? {
          url: values.EMAIL_SERVICE_URL,
          userId: values.EMAIL_USER_ID ?? null,
          serviceId: values.EMAIL_SERVICE_ID ?? null,
          templateId: values.EMAIL_TEMPLATE_ID ?? null,
          letterTemplateId: values.EMAIL_LETTER_TEMPLATE_ID ?? null,
        }
      : null,
    /** Contact details of the site; phone numbers are digits. */
    contact: {
      phone: values.SITE_PHONE ?? sample.phone,
      whatsapp: values.SITE_WHATSAPP ?? sample.whatsapp,
      email: values.SITE_EMAIL ?? sample.email,
    },
    /** The company or person behind the site (Decreto 7.962/2013, LGPD art. 41). */
    runner: {
      legalName: values.SITE_LEGAL_NAME ?? null,
      cnpj: values.SITE_CNPJ ?? null,
      address: values.SITE_ADDRESS ?? null,
      privacyContact: values.SITE_PRIVACY_CONTACT ?? null,
    },
    /** Receives the payments of plans; null takes no Pix. */
    pix: readPixReceiver(values),
    /** Taken from SITE_EMAIL, never the sample address; null if not set. */
    siteEmail: values.SITE_EMAIL ?? null,
    metricsToken: values.METRICS_TOKEN ?? null,
    trustedProxies: values.TRUSTED_PROXIES ?? new BlockList(),
    photos: {
      baseUrl: values.PHOTO_BASE_URL ?? null,
      bytesPerUser: (values.PHOTO_SPACE_MB ?? 500) * 1_000_000,
      minFreeBytes: values.MIN_FREE_MB === undefined ? null : values.MIN_FREE_MB * 1_000_000,
      bucket: photoBucket,
    },
    dailyBackupDir: values.DAILY_BACKUP_DIR ?? null,
    /** Private `host:port` pairs that calendar feeds may use nevertheless. */
    calendarHosts: values.CALENDAR_HOSTS ?? [],
    logLevel: values.LOG_LEVEL ?? "info",
  };
}
