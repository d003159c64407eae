import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // One cacheable file instead of a part of every page and further requests.
  routeDiscovery: { mode: "initial" },
  // Client actions come with their page: if one by itself can't be loaded, the router shows nothing.
  splitRouteModules: false,
} satisfies Config;
