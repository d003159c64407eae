import { configDefaults, defineConfig } from "vitest/config";
import { FailedTests } from "./testing/failed-tests.ts";
import { patience } from "./testing/patience.ts";
import { Sequencer } from "./testing/sequencer.ts";

// `npm test` runs the projects unit, server and browser, `npm run reliability` the other two, and
// `npm run validate` all of them.
export default defineConfig({
  test: {
    setupFiles: ["./testing/strict.ts"],
    server: { deps: { external: [/\/build\/server\//] } },
    // Two cores keep three busy: tests also wait for timeouts, other processes and the network.
    maxWorkers: 3,
    sequence: { sequencer: Sequencer },
    reporters: [...configDefaults.reporters, new FailedTests()],
    expect: { poll: { timeout: patience.timeout } },
    // Three workers share the two cores: a slow property takes longer than the default of 5 s.
    testTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "app/**/*.test.ts",
            "server/**/*.test.ts",
            "bench/**/*.test.ts",
            "fuzz/**/*.test.ts",
          ],
          exclude: ["**/*.{server,reliability,fuzz}.test.ts"],
          isolate: false,
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
          globalSetup: ["./testing/database.ts"],
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
          globalSetup: ["./testing/build.ts", "./testing/prepared-folder.ts"],
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
          name: "reliability",
          include: [
            "e2e/{engines,reliability}/*.test.ts",
            "{app,server,cli}/**/*.reliability.test.ts",
          ],
          globalSetup: ["./testing/database.ts", "./testing/prepared-folder.ts"],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          // Some measure times or memory.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "fuzz",
          include: ["fuzz/**/*.fuzz.test.ts"],
          globalSetup: ["./testing/database.ts"],
          // React runs as in production: its development checks make rendering five times slower.
          env: { NODE_ENV: "production" },
          testTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
