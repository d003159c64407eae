import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // The list of routes is a file of its own, kept like all built files, instead of a part of each
  // page and of calls to come.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
