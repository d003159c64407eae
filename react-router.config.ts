import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // One cacheable file instead of a part of every page and further requests.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
