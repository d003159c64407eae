// npm test: installs dependencies and Chromium if missing, builds, then runs `npm run validate`.
import { delimiter, join } from "node:path";
import { prepareChromium } from "./chromium.mjs";
import { alone, build, install, root, run } from "./prepare.mjs";

alone(() => {
  install({ withTools: true });
  build();
});
const chromium = prepareChromium();
const bin = join(root, "node_modules", ".bin");
run(
  process.env.npm_execpath ? process.execPath : "npm",
  [...(process.env.npm_execpath ? [process.env.npm_execpath] : []), "run", "validate"],
  "Há algo a corrigir: o motivo está acima.",
  { CHROMIUM: chromium, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` },
);
