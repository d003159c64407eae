// Runs the photo pipeline of one checkout in a process of its own: two versions of sharp don't share
// one. Arguments: the checkout, and photo files. Prints a PhotoRun.
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type * as Variants from "../app/photos/variants.server.ts";

export interface PhotoRun {
  ms: number;
  /** Of all threads. */
  cpuMs: number;
  /** The longest wait for a photo's first size. */
  firstMs: number;
  blockedMs: number;
}

const resolutionMs = 5;

const [checkout = ".", ...files] = process.argv.slice(2);
const { makeVariants, makeFirstVariants, makeOtherVariants }: Partial<typeof Variants> =
  await import(join(resolve(checkout), "app", "photos", "variants.server.ts"));
const delays = monitorEventLoopDelay({ resolution: resolutionMs });
const run: PhotoRun = { ms: 0, cpuMs: 0, firstMs: 0, blockedMs: 0 };
const photos = await Promise.all(files.map((file) => readFile(file)));
const cpu = process.cpuUsage();
delays.enable();
const start = performance.now();
for (const photo of photos) {
  const began = performance.now();
  // Checkouts before this one made all sizes at once.
  const first = await (makeFirstVariants ?? makeVariants)?.(photo);
  run.firstMs = Math.max(run.firstMs, performance.now() - began);
  if (!first?.ok) throw new Error(first?.message ?? "this checkout makes no variants");
  const made = { widths: first.widths, cover: false };
  const rest = first.sizesDue ? await makeOtherVariants?.(photo, { made }) : first;
  if (!rest?.ok) throw new Error(rest?.message ?? "the other sizes were not made");
}
run.ms = performance.now() - start;
const { user, system } = process.cpuUsage(cpu);
run.cpuMs = (user + system) / 1000;
// The histogram includes its own sampling interval.
run.blockedMs = Math.max(0, delays.max / 1e6 - resolutionMs);
console.log(JSON.stringify(run));
