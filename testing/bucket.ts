import { spawn } from "node:child_process";
import { readdir, utimes } from "node:fs/promises";
import { createServer, request as forward } from "node:http";
import { join } from "node:path";
import { projectNode, root } from "../scripts/prepare.mjs";
import { untilPrinted } from "./child-output.ts";
import { listen } from "./listen.ts";

/** The store drops connections, asks clients to slow down, or has no space left. */
type Fault = "away" | "busy" | "full";

/** A store compatible with S3, with one empty bucket. */
export interface TestBucket {
  /** The site's settings for this bucket. */
  env: Record<string, string>;
  /** Fails requests whose "METHOD /path" matches `only`; null ends this. */
  fail: (fault: Fault | null, only?: RegExp) => void;
  /** Requests since the last call, as "PUT /bucket/key". */
  takeRequests: () => string[];
  keys: () => Promise<string[]>;
  age: (hours: number) => Promise<void>;
  stop: () => Promise<void>;
}

const bucket = "fotos-de-teste";

/** Starts a store in a separate process, with its objects in `folder`. */
export async function startBucket(folder: string): Promise<TestBucket> {
  // The package doesn't ship the executable its package.json declares.
  const program = "require('@20minutes/s3rver/lib/cli.js').parseAsync()";
  const args = ["--directory", folder, "--address", "127.0.0.1", "--port", "0", "--silent"];
  // The program miscalculates signatures of queries with an empty value.
  args.push("--allow-mismatched-signatures");
  const all = ["-e", program, "--", "s3rver", ...args, "--configure-bucket", bucket];
  const child = spawn(projectNode, all, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const printed = await untilPrinted(child, /listening on [^\s]+:\d+/);
  const port = Number(/:(\d+)/.exec(printed().split("listening on")[1] ?? "")?.[1]);
  let [fault, only]: [Fault | null, RegExp] = [null, /./];
  let requests: string[] = [];

  const gate = createServer((incoming, outgoing) => {
    const line = `${incoming.method} ${incoming.url}`;
    requests.push(line);
    if (fault && only.test(line)) {
      if (fault === "away") return incoming.destroy();
      const [status, code] = fault === "busy" ? [503, "SlowDown"] : [507, "InsufficientStorage"];
      incoming.resume();
      outgoing.writeHead(status, { "Content-Type": "application/xml" });
      outgoing.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
      return;
    }
    const { method, url, headers } = incoming;
    const inner = forward({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    inner.on("error", () => outgoing.destroy());
    incoming.pipe(inner);
  });
  const gatePort = await listen(gate);

  const files = async () => {
    const entries = await readdir(join(folder, bucket), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  };
  const suffix = "._S3rver_object";
  return {
    env: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: `http://127.0.0.1:${gatePort}`,
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    },
    fail(next, where = /./) {
      [fault, only] = [next, where];
    },
    takeRequests() {
      const taken = requests;
      requests = [];
      return taken;
    },
    async keys() {
      const objects = (await files()).filter((path) => path.endsWith(suffix));
      const start = join(folder, bucket).length + 1;
      return objects.map((path) => path.slice(start, -suffix.length)).sort();
    },
    async age(hours) {
      const then = new Date(Date.now() - hours * 3_600_000);
      for (const path of await files()) await utimes(path, then, then);
    },
    async stop() {
      gate.close();
      gate.closeAllConnections();
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await ended;
    },
  };
}
