import { readFileSync } from "node:fs";
import { reactRouter } from "@react-router/dev/vite";
import { type CSSOptions, defaultServerConditions, defineConfig, type Plugin } from "vite";

/** Code that every island runs, and that seldom changes. */
const react = /[/]node_modules[/](react|react-dom|scheduler)[/]/;

/** One sheet for what most pages have, instead of ten small ones; cards, which only the server renders, need it. */
const uiStyles =
  /[/]app[/](app|root\.module|platform[/]ui[/].*|.*[/](prices|save-button)\.module)\.css$/;

/**
 * The oldest browsers with every function (docs/decisions/010), of which Chrome also stands for Samsung
 * Internet. Lowers syntax only, never adds methods.
 */
const oldestBrowsers = ["chrome100", "edge100", "firefox115", "ios15.4", "safari15.4"];

/** Writes the version and when it was built beside the server's code, for app/platform/web/version.server.ts. */
const stateVersion = {
  name: "state-version",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "ssr",
  generateBundle() {
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    const source = JSON.stringify({ number: version, builtAt: new Date() });
    this.emitFile({ type: "asset", fileName: "version.json", source });
  },
} satisfies Plugin;

type PostcssOptions = Exclude<CSSOptions["postcss"], string | undefined>;
type PostcssPlugin = Extract<
  NonNullable<PostcssOptions["plugins"]>[number],
  { postcssPlugin: string; prepare?: unknown }
>;

/** Adds what browsers without a value use instead, as the minifier drops most repeated declarations. */
const olderValues = {
  postcssPlugin: "older-values",
  Declaration(declaration, { atRule }) {
    const { parent, prop, value } = declaration;
    const older = value.replace(/(\d)[sd]vh\b/g, "$1vh").replace(/^clip$/, "hidden");
    const condition = `(${prop}: ${value})`;
    const around = parent?.parent;
    if (older === value || parent?.type !== "rule" || prop.startsWith("--")) return;
    if (around?.type === "atrule" && around.params === condition) return;
    const rule = parent.clone({ nodes: [] }).append(declaration.clone());
    parent.after(atRule({ name: "supports", params: condition }).append(rule));
    declaration.value = older;
  },
} satisfies PostcssPlugin;

/**
 * A layer overrides those before it. Every sheet says so, because the first that a document has decides, and
 * code loaded on demand adds sheets, before which the error page puts the others again.
 */
const layerOrder = {
  postcssPlugin: "layer-order",
  Once(root, { AtRule }) {
    root.prepend(new AtRule({ name: "layer", params: "base, global, ui, slices" }));
  },
} satisfies PostcssPlugin;

export default defineConfig(({ mode }) => ({
  plugins: [reactRouter(), stateVersion],
  css: {
    postcss: { plugins: [layerOrder, olderValues] },
    // A page repeats its class names hundreds of times.
    modules: mode === "production" ? { generateScopedName: "[hash:base64:5]" } : {},
  },
  // All packages that browsers load. Discovery would also find server packages, and then reload pages
  // while the development server starts.
  optimizeDeps: {
    noDiscovery: true,
    include: ["tus-js-client", "web-vitals", "zod/mini"],
  },
  environments: {
    // Building from the server's own entry lets routes and shell share one module graph
    // (docs/decisions/001).
    ssr: {
      build: {
        rollupOptions: {
          input: "./server/app.ts",
          // The server renders at once what browsers load on demand.
          checks: { ineffectiveDynamicImport: false },
        },
      },
    },
    client: {
      build: {
        // Not for the server's code, whose private fields would become slow maps.
        target: oldestBrowsers,
        rolldownOptions: {
          // Lowered fields are assigned, without a helper that would define them.
          transform: { assumptions: { setPublicClassFields: true } },
          output: {
            codeSplitting: {
              groups: [
                { name: "react", test: react },
                { name: "ui", test: uiStyles },
              ],
            },
          },
        },
      },
    },
  },
  ssr: {
    // Loading their hundreds of small modules one by one costs a start more than a second, and 100 MB.
    noExternal: [
      "@remix-run/route-pattern",
      "better-auth",
      "drizzle-orm",
      "hono",
      "jose",
      "kysely",
      "libphonenumber-js",
      "react-router",
      "zod",
      /^@(better-auth|opentelemetry)\//,
    ],
    // Without its own Node adapter React Router omits the "node" condition; better-auth would then hash
    // passwords in JavaScript, blocking the site for 0.4 s at each login.
    resolve: { conditions: [...defaultServerConditions] },
  },
  build: {
    // Vite lowers sheets by this setting alone, not by that of an environment.
    cssTarget: oldestBrowsers,
    assetsInlineLimit: 1024,
    // The entry would name all files that it loads on demand; only islands are worth it.
    modulePreload: {
      resolveDependencies: (_, files, { hostId }) => (hostId.includes("islands-") ? files : []),
    },
  },
}));
