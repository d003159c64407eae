import { configDefaults, defineConfig } from "vitest/config";
import { FailedTests } from "./testing/failed-tests.ts";
import { patience } from "./testing/patience.ts";
import { Sequencer } from "./testing/sequencer.ts";
import { SlowestTests } from "./testing/slowest-tests.ts";

const database = ["./testing/database.ts"];
const samples = [...database, "./testing/samples.ts"];

/** Faults, other engines and whatever else takes long: two workers, as some measure times or memory. */
const long = {
  globalSetup: [...samples, "./testing/empty-data-dir.ts"],
  testTimeout: 120_000,
  hookTimeout: 300_000,
  maxWorkers: 2,
  sequence: { groupOrder: 1 },
  isolate: false,
};

// `npm test` runs the projects unit, dom, server and browser, `npm run reliability` the projects
// matrices, reliability and fuzz, and `npm run soak` the last one.
export default defineConfig({
  test: {
    setupFiles: ["./testing/strict.ts"],
    server: { deps: { external: [/\/build\/server\//] } },
    // Two cores keep three busy: tests also wait for timeouts, other processes and the network.
    maxWorkers: 3,
    sequence: { sequencer: Sequencer },
    reporters: [...configDefaults.reporters, new SlowestTests(), new FailedTests()],
    expect: { poll: { timeout: patience.timeout } },
    // Three workers share the two cores: a slow property takes longer than the default of 5 s.
    testTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["app/**/*.test.ts", "server/**/*.test.ts", "fuzz/**/*.test.ts"],
          exclude: ["**/*.{server,dom,reliability,fuzz,soak}.test.ts"],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "dom",
          include: ["app/**/*.dom.test.{ts,tsx}"],
          environment: "happy-dom",
          setupFiles: ["./testing/dom.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: [
            "app/**/*.server.test.ts",
            "server/**/*.server.test.ts",
            "cli/**/*.server.test.ts",
            "fuzz/**/*.server.test.ts",
          ],
          globalSetup: database,
          env: { NODE_ENV: "production" },
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Each file would load the built site anew, which takes a third of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["e2e/*.test.ts"],
          globalSetup: samples,
          // The sites run in the tests' processes.
          env: { NODE_ENV: "production" },
          testTimeout: 120_000,
          hookTimeout: 300_000,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...long,
          name: "matrices",
          include: ["e2e/matrices/*.test.ts"],
          exclude: ["**/*.soak.test.ts"],
          // The sites run in the tests' processes.
          env: { NODE_ENV: "production" },
        },
      },
      {
        extends: true,
        test: {
          ...long,
          name: "reliability",
          include: [
            "e2e/{engines,reliability}/*.test.ts",
            "{app,server,cli}/**/*.reliability.test.ts",
          ],
          exclude: ["**/*.soak.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "fuzz",
          include: ["fuzz/**/*.fuzz.test.ts"],
          globalSetup: database,
          // React runs as in production: its development checks make rendering five times slower.
          env: { NODE_ENV: "production" },
          testTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...long,
          name: "soak",
          include: ["{app,server,cli,e2e,fuzz}/**/*.soak.test.ts"],
        },
      },
    ],
  },
});
