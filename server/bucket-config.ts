import { z } from "zod";
import type { BucketSettings } from "../app/domain/photos/store.server.ts";

/** An address without slashes at its end. */
export function webAddress(rule: string) {
  return z
    .url({ protocol: /^https?$/, error: rule })
    .transform((value) => value.replace(/\/+$/, ""));
}

const prefix = "S3_";

const variables = z
  .object({
    BUCKET: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        "precisa ser o nome de um bucket: minúsculas, números, pontos e hifens.",
      ),
    REGION: z.string(),
    ENDPOINT: webAddress("precisa ser o endereço do armazenamento, como https://s3.exemplo.com."),
    ACCESS_KEY_ID: z.string(),
    SECRET_ACCESS_KEY: z.string(),
    FORCE_PATH_STYLE: z.enum(["0", "1"], "precisa ser 0 ou 1."),
  })
  .partial();

/** One sentence for each wrong variable. */
export function explain({ issues }: z.ZodError, before = ""): string[] {
  return [...new Set(issues.map(({ path, message }) => `${before}${path.join()} ${message}`))];
}

export const bucketVariables = Object.keys(variables.shape).map((name) => prefix + name);

/** Reads where photos are kept; null if no variable of a bucket is set. */
export function readBucket(env: Record<string, string | undefined>): {
  bucket: BucketSettings | null;
  problems: string[];
} {
  const given = Object.entries(env).filter(([name]) => name.startsWith(prefix));
  if (given.length === 0) return { bucket: null, problems: [] };
  const refuse = (...problems: string[]) => ({ bucket: null, problems });
  const parsed = variables.safeParse(
    Object.fromEntries(given.map(([name, value]) => [name.slice(prefix.length), value])),
  );
  if (!parsed.success) return refuse(...explain(parsed.error, prefix));
  const { BUCKET: bucket, REGION, ENDPOINT: endpoint = null, FORCE_PATH_STYLE } = parsed.data;
  const { ACCESS_KEY_ID: accessKeyId, SECRET_ACCESS_KEY: secretAccessKey } = parsed.data;
  if (!bucket) return refuse("Para guardar as fotos em um bucket é preciso indicar S3_BUCKET.");
  if (!accessKeyId !== !secretAccessKey) {
    return refuse("S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY só valem juntas.");
  }
  return {
    bucket: {
      bucket,
      region: REGION ?? "us-east-1",
      endpoint,
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
      // Amazon's is the only common store that doesn't want the bucket in the path.
      forcePathStyle: FORCE_PATH_STYLE ? FORCE_PATH_STYLE === "1" : endpoint !== null,
    },
    problems: [],
  };
}
