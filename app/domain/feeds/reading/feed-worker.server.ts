// A worker thread runs this source file itself: see read-feed.server.ts.
import { parentPort, workerData } from "node:worker_threads";
import { type ReadOptions, readNights } from "./read-nights.server.ts";

const { bytes, options } = workerData as { bytes: Uint8Array; options: ReadOptions };
parentPort?.postMessage(readNights(bytes, options));
