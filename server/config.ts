import { BlockList } from "node:net";
import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { siteUrlFrom } from "../app/db/site-role/site-role.server.ts";
import { StartRefusal } from "../app/db/start-refusal.server.ts";
import type { AllowedHosts } from "../app/feeds/feed-address.ts";
import type { MailSettings } from "../app/mail/mailer.server.ts";
import type { BucketSettings, PhotoSettings } from "../app/photos/store.server.ts";
import type { Retention } from "../app/site/site.server.ts";
import { findEmailProblem } from "../app/ui/forms/email.ts";
import { enumerate } from "../app/ui/words.ts";
import { readBucket, webAddress } from "./bucket-config.ts";
import { parseTrustedProxies, type TrustedProxies } from "./client-address.ts";
import { defaultWorkers, maxWorkers } from "./workers/default-workers.ts";

const port = z.coerce.number().int().min(0).max(65_535);

/** Normalised like an Origin header, which it is compared with. */
const siteAddress = webAddress
  .transform((value) => new URL(value))
  .refine(({ pathname, search, hash }) => pathname === "/" && !search && !hash)
  .transform(({ origin }) => origin);

const databaseAddress = z.url({ protocol: /^postgres(ql)?$/ });

/** Megabytes in, bytes out. */
const megabytes = z.coerce.number().positive();

const phone = z
  .string()
  .transform((value) => value.replace(/\D/g, ""))
  .refine((digits) => digits.length === 10 || digits.length === 11);

const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default("0.0.0.0"),
  WORKERS: z.coerce.number().int().min(1).max(maxWorkers).optional(),
  SITE_URL: siteAddress.optional(),
  DATA_DIR: z
    .string()
    .min(1)
    .default("./data")
    .transform((value) => resolve(value)),
  DEMO: z.enum(["0", "1"]).default("1"),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  AUTH_SECRET: z.string().min(32).optional(),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  PAGE_CACHE_MB: z.coerce.number().min(0).max(65_536).default(64),
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
  RETENTION_DAYS: z.coerce.number().int().min(1).max(3650).default(30),
  VISIT_RETENTION_DAYS: z.coerce.number().int().min(60).max(3650).default(731),
  // Long enough to settle a dispute about a past decision.
  AUDIT_RETENTION_DAYS: z.coerce.number().int().min(30).max(7300).default(1825),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  EMAIL_SERVICE_URL: webAddress.optional(),
  EMAIL_USER_ID: z.string().optional(),
  EMAIL_SERVICE_ID: z.string().optional(),
  EMAIL_TEMPLATE_ID: z.string().optional(),
  EMAIL_LETTER_TEMPLATE_ID: z.string().optional(),
  SITE_PHONE: phone.optional(),
  SITE_WHATSAPP: phone.optional(),
  SITE_EMAIL: z
    .string()
    .refine((value) => findEmailProblem(value) === null)
    .optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((value, context) => {
      const list = value === "" ? new BlockList() : parseTrustedProxies(value);
      if (!list) context.addIssue({ code: "custom" });
      return list ?? z.NEVER;
    }),
  PHOTO_BASE_URL: webAddress.optional(),
  PHOTO_SPACE_MB: megabytes.default(500),
  MIN_FREE_MB: z.coerce.number().min(0).optional(),
  BACKUP_DIR: z
    .string()
    .refine((value) => isAbsolute(value))
    .optional(),
  // X25519, as age-keygen makes them.
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[02-9ac-hj-np-z]{58}$/)
    .optional(),
  CALENDAR_HOSTS: z
    .string()
    .default("")
    .transform((value) => value.split(",").map((host) => host.trim().toLowerCase()))
    .transform((hosts) => hosts.filter((host) => host !== ""))
    .refine((hosts) => hosts.every((host) => /^[^\s/@]+:\d{1,5}$/.test(host))),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
});

/** The destination of the backups' encrypted copies. */
export interface SecondPlaceSettings {
  place: { folder: string } | { bucket: BucketSettings };
  /** Null is allowed only for restoring. */
  recipient: string | null;
}

export interface Config {
  port: number;
  host: string;
  /** Processes that serve requests. */
  workers: number;
  /** Without it, pages use the origin of each request, and e-mails use {@link localAddress}. */
  siteUrl: string | null;
  dataDir: string;
  demo: boolean;
  /** How the site logs in; null for the embedded database. */
  databaseUrl: string | null;
  /** How the owner of its tables does; null if that is the site itself. */
  databaseOwnerUrl: string | null;
  /** Signs sessions; null creates one and keeps it in DATA_DIR. */
  authSecret: string | null;
  /** For tests and load from one address. */
  rateLimitFactor: number;
  /** 0 turns the page cache off. */
  pageCacheBytes: number;
  retention: Retention;
  /** Between an unhealthy /healthz and the end of service. */
  drainMs: number;
  smtpUrl: string | null;
  /** Spec §7. */
  emailService: MailSettings["service"];
  /** The site's own; phone numbers are digits. */
  contact: { phone: string | null; whatsapp: string | null; email: string | null };
  /** SITE_EMAIL, never the sample address; null if not set. */
  siteEmail: string | null;
  metricsToken: string | null;
  trustedProxies: TrustedProxies;
  photos: PhotoSettings;
  secondPlace: SecondPlaceSettings | null;
  /** Private `host:port` pairs that calendar feeds may use nevertheless. */
  calendarHosts: AllowedHosts;
  logLevel: z.infer<typeof environment>["LOG_LEVEL"];
}

const sampleContact = {
  phone: "37900000000",
  whatsapp: "37900000000",
  email: "contato@example.com",
};

const explanations: Record<string, string> = {
  PORT: "PORT precisa ser um número de 0 a 65535.",
  HOST: "HOST precisa ser um endereço, como 0.0.0.0.",
  WORKERS: `WORKERS precisa ser um número de processos, de 1 a ${maxWorkers}.`,
  SITE_URL: "SITE_URL precisa ser o endereço do site, como https://mardeminas.com.br.",
  DATA_DIR: "DATA_DIR precisa ser o caminho de uma pasta.",
  DEMO: "DEMO precisa ser 0 (sem anúncios de exemplo) ou 1.",
  DATABASE_URL: "DATABASE_URL precisa ser um endereço postgres://usuário:senha@servidor/banco.",
  DATABASE_OWNER_URL:
    "DATABASE_OWNER_URL precisa ser um endereço postgres://usuário:senha@servidor/banco.",
  AUTH_SECRET: "AUTH_SECRET precisa ter ao menos 32 caracteres.",
  RATE_LIMIT_FACTOR: "RATE_LIMIT_FACTOR precisa ser um número maior que zero.",
  PAGE_CACHE_MB: "PAGE_CACHE_MB precisa ser um número de 0 (desligado) a 65536.",
  DRAIN_SECONDS: "DRAIN_SECONDS precisa ser um número de segundos, de 0 a 300.",
  RETENTION_DAYS: "RETENTION_DAYS precisa ser um número de dias, de 1 a 3650.",
  VISIT_RETENTION_DAYS: "VISIT_RETENTION_DAYS precisa ser um número de dias, de 60 a 3650.",
  AUDIT_RETENTION_DAYS: "AUDIT_RETENTION_DAYS precisa ser um número de dias, de 30 a 7300.",
  SMTP_URL: "SMTP_URL precisa ser um endereço smtp://usuário:senha@servidor:porta.",
  EMAIL_SERVICE_URL: "EMAIL_SERVICE_URL precisa ser o endereço do serviço de e-mail.",
  SITE_PHONE: "SITE_PHONE precisa ser um telefone com DDD, como (37) 3333-3333.",
  SITE_WHATSAPP: "SITE_WHATSAPP precisa ser um celular com DDD, como (37) 99999-9999.",
  SITE_EMAIL: "SITE_EMAIL precisa ser um e-mail.",
  METRICS_TOKEN: "METRICS_TOKEN precisa ter ao menos 16 caracteres.",
  TRUSTED_PROXIES:
    "TRUSTED_PROXIES precisa ser uma lista de endereços ou redes, como loopback ou 10.0.0.0/8.",
  PHOTO_BASE_URL:
    "PHOTO_BASE_URL precisa ser o endereço das fotos, como https://fotos.exemplo.com.",
  PHOTO_SPACE_MB: "PHOTO_SPACE_MB precisa ser um número de megabytes maior que zero.",
  MIN_FREE_MB: "MIN_FREE_MB precisa ser um número de megabytes, 0 (sem limite) ou maior.",
  BACKUP_DIR: "BACKUP_DIR precisa ser o caminho inteiro de uma pasta, como /mnt/copias.",
  BACKUP_RECIPIENT:
    "BACKUP_RECIPIENT precisa ser a parte pública de uma chave, age1…: npm run operador -- chave-de-backup <arquivo>",
  CALENDAR_HOSTS:
    "CALENDAR_HOSTS precisa ser uma lista de hosts com porta, como 127.0.0.1:8123,[::1]:8123.",
  LOG_LEVEL: "LOG_LEVEL precisa ser fatal, error, warn, info, debug ou silent.",
};

type ReadResult = { config: Config } | { problems: string[] };

/** For a site that serves visitors. Empty variables count as unset. */
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
  // Signs of a real site, whose e-mails must not link to localhost.
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
  if (config.secondPlace && !config.secondPlace.recipient) problems.push(missingRecipient);
  return problems;
}

export const missingRecipient =
  "As cópias dos backups só saem daqui cifradas: com BACKUP_DIR ou BACKUP_S3_BUCKET é preciso indicar também BACKUP_RECIPIENT (npm run operador -- chave-de-backup <arquivo>).";

/** The operator's commands send nothing: no address or secret is required. */
export function readOperatorConfig(env: Record<string, string | undefined>): ReadResult {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(given);
  const photoBucket = readBucket(given, "S3_", "guardar as fotos em um bucket");
  const backupBucket = readBucket(given, "BACKUP_S3_", "copiar os backups a um bucket");
  const problems = [...photoBucket.problems, ...backupBucket.problems];
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
    const others = [...names].map((name) => explanations[name] ?? `${name} está errada.`);
    return { problems: [...others, ...problems] };
  }
  const values = parsed.data;
  const sample = values.DEMO === "1" ? sampleContact : { phone: null, whatsapp: null, email: null };
  const secondPlace = readSecondPlace(values, backupBucket.bucket);
  if (secondPlace && photoBucket.bucket && "bucket" in secondPlace.place) {
    const { bucket, endpoint } = secondPlace.place.bucket;
    if (bucket === photoBucket.bucket.bucket && endpoint === photoBucket.bucket.endpoint) {
      problems.push("BACKUP_S3_BUCKET precisa ser outro bucket, não o das fotos do site.");
    }
  }
  if (values.BACKUP_DIR && backupBucket.bucket) {
    problems.push("As cópias dos backups têm um só lugar: BACKUP_DIR ou BACKUP_S3_BUCKET.");
  }
  const ownerUrl = values.DATABASE_OWNER_URL ?? null;
  // The site's own password is derived from the owner's.
  if (ownerUrl && !values.DATABASE_URL && !new URL(ownerUrl).password) {
    problems.push("Com DATABASE_OWNER_URL sem senha é preciso indicar também DATABASE_URL.");
  }
  if (problems.length > 0) return { problems };
  return {
    config: {
      port: values.PORT,
      host: values.HOST,
      workers: values.WORKERS ?? defaultWorkers(),
      siteUrl: values.SITE_URL ?? null,
      dataDir: values.DATA_DIR,
      demo: values.DEMO === "1",
      databaseUrl: values.DATABASE_URL ?? (ownerUrl && siteUrlFrom(ownerUrl)),
      databaseOwnerUrl: ownerUrl,
      authSecret: values.AUTH_SECRET ?? null,
      rateLimitFactor: values.RATE_LIMIT_FACTOR,
      pageCacheBytes: values.PAGE_CACHE_MB * 1024 * 1024,
      retention: {
        mail: values.RETENTION_DAYS,
        visits: values.VISIT_RETENTION_DAYS,
        auditLog: values.AUDIT_RETENTION_DAYS,
      },
      drainMs: values.DRAIN_SECONDS * 1000,
      smtpUrl: values.SMTP_URL ?? null,
      emailService: values.EMAIL_SERVICE_URL
        ? {
            url: values.EMAIL_SERVICE_URL,
            userId: values.EMAIL_USER_ID ?? null,
            serviceId: values.EMAIL_SERVICE_ID ?? null,
            templateId: values.EMAIL_TEMPLATE_ID ?? null,
            letterTemplateId: values.EMAIL_LETTER_TEMPLATE_ID ?? null,
          }
        : null,
      contact: {
        phone: values.SITE_PHONE ?? sample.phone,
        whatsapp: values.SITE_WHATSAPP ?? sample.whatsapp,
        email: values.SITE_EMAIL ?? sample.email,
      },
      siteEmail: values.SITE_EMAIL ?? null,
      metricsToken: values.METRICS_TOKEN ?? null,
      trustedProxies: values.TRUSTED_PROXIES,
      photos: {
        baseUrl: values.PHOTO_BASE_URL ?? null,
        bytesPerUser: values.PHOTO_SPACE_MB * 1_000_000,
        minFreeBytes: values.MIN_FREE_MB === undefined ? null : values.MIN_FREE_MB * 1_000_000,
        bucket: photoBucket.bucket,
      },
      secondPlace,
      calendarHosts: values.CALENDAR_HOSTS,
      logLevel: values.LOG_LEVEL,
    },
  };
}

function readSecondPlace(
  { BACKUP_DIR, BACKUP_RECIPIENT }: z.infer<typeof environment>,
  bucket: BucketSettings | null,
): SecondPlaceSettings | null {
  const recipient = BACKUP_RECIPIENT ?? null;
  if (bucket) return { place: { bucket }, recipient };
  return BACKUP_DIR ? { place: { folder: BACKUP_DIR }, recipient } : null;
}
