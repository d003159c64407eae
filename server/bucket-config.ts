import { z } from "zod";
import type { BucketSettings } from "../app/photos/store.server.ts";

export const webAddress = z
  .url({ protocol: /^https?$/ })
  .transform((value) => value.replace(/\/+$/, ""));

const variables = z.object({
  BUCKET: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
  REGION: z.string().min(1).default("us-east-1"),
  ENDPOINT: webAddress.optional(),
  ACCESS_KEY_ID: z.string().optional(),
  SECRET_ACCESS_KEY: z.string().optional(),
  FORCE_PATH_STYLE: z.enum(["0", "1"]).optional(),
});

const explanations: Record<string, string> = {
  BUCKET: "precisa ser o nome de um bucket: minúsculas, números, pontos e hifens.",
  ENDPOINT: "precisa ser o endereço do armazenamento, como https://s3.exemplo.com.",
  FORCE_PATH_STYLE: "precisa ser 0 ou 1.",
};

/** Null without any variable of that prefix. `purpose` is for the sentence about a missing bucket. */
export function readBucket(
  env: Record<string, string | undefined>,
  prefix: string,
  purpose: string,
): { bucket: BucketSettings | null; problems: string[] } {
  const given = Object.entries(env).filter(([name]) => name.startsWith(prefix));
  if (given.length === 0) return { bucket: null, problems: [] };
  const parsed = variables.safeParse(
    Object.fromEntries(given.map(([name, value]) => [name.slice(prefix.length), value])),
  );
  const refuse = (...problems: string[]) => ({ bucket: null, problems });
  if (!env[`${prefix}BUCKET`]) return refuse(`Para ${purpose} é preciso indicar ${prefix}BUCKET.`);
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
    return refuse(...[...names].map((name) => `${prefix}${name} ${explanations[name]}`));
  }
  const { BUCKET, REGION, ENDPOINT, ACCESS_KEY_ID, SECRET_ACCESS_KEY, FORCE_PATH_STYLE } =
    parsed.data;
  if (!ACCESS_KEY_ID !== !SECRET_ACCESS_KEY) {
    return refuse(`${prefix}ACCESS_KEY_ID e ${prefix}SECRET_ACCESS_KEY só valem juntas.`);
  }
  return {
    bucket: {
      bucket: BUCKET,
      region: REGION,
      endpoint: ENDPOINT ?? null,
      credentials:
        ACCESS_KEY_ID && SECRET_ACCESS_KEY
          ? { accessKeyId: ACCESS_KEY_ID, secretAccessKey: SECRET_ACCESS_KEY }
          : null,
      // Amazon's is the only common store that doesn't want the bucket in the path.
      forcePathStyle: FORCE_PATH_STYLE ? FORCE_PATH_STYLE === "1" : ENDPOINT !== undefined,
    },
    problems: [],
  };
}
