import { findChromium, findFirefox, findWebKit } from "../../scripts/browsers.mjs";
import { launchChromium } from "./chromium.ts";
import { launchFirefox } from "./firefox.ts";
import { launchWebKit } from "./webkit.ts";

export const engines = [
  { name: "Chromium", find: findChromium, launch: launchChromium },
  { name: "Firefox", find: findFirefox, launch: launchFirefox },
  { name: "WebKit", find: findWebKit, launch: launchWebKit },
] as const;
