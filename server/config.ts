import { resolve } from "node:path";
import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65_535);
const webAddress = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ""));

const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default("0.0.0.0"),
  SITE_URL: webAddress.optional(),
  DATA_DIR: z
    .string()
    .min(1)
    .default("./data")
    .transform((value) => resolve(value)),
  DEMO: z.enum(["0", "1"]).default("1"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  AUTH_SECRET: z.string().min(32).optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
});

/** How this site runs: what the environment says, with defaults in place. */
export interface Config {
  port: number;
  host: string;
  /** The address to the outside; without it each request's own address is taken. */
  siteUrl: string | null;
  /** All state of the site is below it. Absolute. */
  dataDir: string;
  /** Whether an empty site is filled with sample listings. */
  demo: boolean;
  /** A PostgreSQL from outside; without it the embedded one runs. */
  databaseUrl: string | null;
  /** Signs sessions; without it one is made and kept below DATA_DIR. */
  authSecret: string | null;
  logLevel: z.infer<typeof environment>["LOG_LEVEL"];
}

const explanations: Record<string, string> = {
  PORT: "PORT precisa ser um número de 0 a 65535.",
  HOST: "HOST precisa ser um endereço, como 0.0.0.0.",
  SITE_URL: "SITE_URL precisa ser o endereço do site, como https://mardeminas.com.br.",
  DATA_DIR: "DATA_DIR precisa ser o caminho de uma pasta.",
  DEMO: "DEMO precisa ser 0 (sem anúncios de exemplo) ou 1.",
  DATABASE_URL: "DATABASE_URL precisa ser um endereço postgres://usuário:senha@servidor/banco.",
  AUTH_SECRET: "AUTH_SECRET precisa ter ao menos 32 caracteres.",
  LOG_LEVEL: "LOG_LEVEL precisa ser fatal, error, warn, info, debug ou silent.",
};

/**
 * Reads the configuration. A variable set to nothing counts as not set.
 * Gives the configuration, or a sentence for every variable that is wrong.
 */
export function readConfig(
  env: Record<string, string | undefined>,
): { config: Config } | { problems: string[] } {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
    return { problems: [...names].map((name) => explanations[name] ?? `${name} está errada.`) };
  }
  const values = parsed.data;
  if (values.DATABASE_URL && !values.AUTH_SECRET) {
    return {
      problems: ["Com DATABASE_URL é preciso indicar também AUTH_SECRET (32 caracteres ou mais)."],
    };
  }
  return {
    config: {
      port: values.PORT,
      host: values.HOST,
      siteUrl: values.SITE_URL ?? null,
      dataDir: values.DATA_DIR,
      demo: values.DEMO === "1",
      databaseUrl: values.DATABASE_URL ?? null,
      authSecret: values.AUTH_SECRET ?? null,
      logLevel: values.LOG_LEVEL,
    },
  };
}
