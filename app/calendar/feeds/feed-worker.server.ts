// Runs in a thread of its own, straight from this file: see read-feed.server.ts.
import { parentPort, workerData } from "node:worker_threads";
import { type ReadOptions, readNights } from "./read-nights.server.ts";

const { bytes, options } = workerData as { bytes: Uint8Array; options: ReadOptions };
parentPort?.postMessage(readNights(bytes, options));
