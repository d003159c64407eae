import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { type CSSOptions, defaultServerConditions, defineConfig, type Plugin } from "vite";

/**
 * What every hydrated page runs, and seldom changes. Islands do without the router, but need what private fields are
 * lowered to, which would stand in its chunk.
 */
const react = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]|oxc-project/;
const router = /[\\/]node_modules[\\/]react-router[\\/]/;
const entry = /[\\/]app[\\/]entry\.client\.ts$/;
const runtime = /preload-helper|modulepreload-polyfill|rolldown[\\/]runtime/;
/**
 * Code of most pages and the frame around them, and styles too small for a sheet of their own, or of what is
 * rendered by the server though browsers load it on demand. Excludes what comes with forms and what the entry runs.
 */
const shared =
  /[\\/]app[\\/](root\.(tsx|module\.css)|app\.css|ui[/](?!copy-address|pictures[\\/]((draw-)?qr-code|illustration|scene)|forms[\\/](?!phone\.|field\.)|feedback[\\/](dialog|offline-notice|refusal-note)|shell[\\/](menus|offline\.))|delivery[\\/]hydration[\\/](markup|server-page)|calendar[\\/]calendar\.module|photos[\\/](photo|picture)\.ts|prices[\\/](money|prices)\.|listings[\\/]((card[\\/])?(amenity|greeting)|fields|listing)\.)|[\\/](save-button|region-map|stepper-field|small-listings|ways-on|own-ad-bar)\.module\.css/;
/** What pages without React load late, and others with what they share. */
const late =
  /[\\/]app[\\/](static-page|delivery[\\/]hydration[\\/](hydration|island)-data|calendar[\\/](date-choice[\\/]open-calendar|civil-date|wall-clock|new-day[\\/]watch-new-day)|search[\\/]results[\\/]show-found|ui[\\/](watch-controls|copy-text|share-address|icon-class|forms[\\/]phone-mask|feedback[\\/]toast|shell[\\/]page-focus))\.ts$/;
/** Styles of lists of ads, so that their pages load two sheets instead of eight. */
const browse =
  /[\\/]app[\\/](search[\\/]|region[\\/]region-choice|listings[\\/](card[\\/]listing-card|list[\\/]listing-list|offers)).*\.module\.css/;
/** Styles of pages about places, so that they load two or three sheets instead of five. */
const places = /[\\/]app[\\/]places[\\/](tour-card|nearby|landing[\\/]landing-page)\.module\.css/;
/** Stylesheets of all calendars, and of the forms beside them. */
const months =
  /[\\/]app[\\/](calendar[\\/](month|month-table|day-focus|day-words)|ui[\\/]forms[\\/]stepper-field)\./;
/**
 * The oldest browsers with every function (docs/decisions/037), of which Chrome also stands for Samsung
 * Internet. Lowers syntax only, never adds methods.
 */
const oldestBrowsers = ["chrome100", "edge100", "firefox115", "ios15.4", "safari15.4"];
/** The chunk of app/wake.ts, which loads the first of these. */
const wake = /[\\/]wake-/;
/** Files that every hydrated page has loaded. */
const loaded = /[\\/](react|router|first|shared|frame|late|rolldown-runtime)-/;

interface ModuleGraph {
  getModuleInfo: (
    id: string,
  ) => { importers: readonly string[]; importedIds: readonly string[] } | null;
}

/** True for what the entry imports: it must not pull in the rest, which hydration waits for. */
function runsFirst(id: string, graph: ModuleGraph, seen = new Set([id])): boolean {
  if (runtime.test(id)) return true;
  if (entry.test(id)) return false;
  return (graph.getModuleInfo(id)?.importers ?? []).some((importer) => {
    if (seen.has(importer)) return false;
    seen.add(importer);
    return entry.test(importer) || runsFirst(importer, graph, seen);
  });
}

/** True for what imports the router, which islands must not load. */
function usesRouter(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const imported = graph.getModuleInfo(id)?.importedIds ?? [];
  return router.test(id) || imported.some((one) => usesRouter(one, graph, seen));
}

type Edits = Record<string, [string, string]>;

/** Changes to React Router's own files in browsers (docs/decisions/038), as [old, new]. */
const browserEdits: Edits = {
  // If a page's code can't be loaded, it would reload the current page instead of loading the next one.
  "ssr/routeModules.js": [
    `console.error(\`Error loading route module \\\`\${route.module}\\\`, reloading page...\`);
		console.error(error);
		if (window.__reactRouterContext && window.__reactRouterContext.isSpaMode && import.meta.hot) throw error;
		window.location.reload();
		return new Promise(() => {});`,
    "return window.replaceMissingModule();",
  ],
  // All routes are known (`routeDiscovery` in react-router.config.ts): leaves out the code that asks for
  // more, 1 kB.
  "ssr/fog-of-war.js": ["!isFogOfWarEnabled(routeDiscovery, ssr)", "true"],
  // Routes load their code in parts, never by one function.
  "router/router.js": [`typeof route.lazy === "function"`, "false"],
  // Instead of its own 'Application Error', a crash that our error page doesn't survive ends the whole
  // page, and `recover` (app/delivery/hydration/hydrate.tsx) follows. Also leaves out what only these pages use.
  "ssr/errorBoundaries.js": ["let { nonce } = useFrameworkContext();", "throw error;"],
  "lib/hooks.js": [
    "let message = isRouteErrorResponse(error)",
    "throw error;\n\tlet message = isRouteErrorResponse(error)",
  ],
  "ssr/fallback.js": ["let { nonce } = useFrameworkContext();", "return null;"],
};

/** The same on the server. */
const serverEdits: Edits = {
  // Most pages don't send the loaders' data in the router's encoding, which takes a tenth of the time.
  "server-runtime/server.js": [
    "serverHandoffStream: encodeViaTurboStream(state, request.signal, build.entry.module.streamTimeout, serverMode),",
    `get serverHandoffStream() {
      return encodeViaTurboStream(state, request.signal, build.entry.module.streamTimeout, serverMode);
    },`,
  ],
};

function editRouter(environment: string, edits: Edits): Plugin {
  const unedited = new Set(Object.keys(edits));
  return {
    name: `edit-router-${environment}`,
    // The development server bundles dependencies before plugins see them.
    apply: "build",
    applyToEnvironment: ({ name }) => name === environment,
    transform(code, id) {
      const [, file = ""] = /\/react-router\/.*\/([\w-]+\/[\w-]+\.js)$/.exec(id) ?? [];
      const [before, after] = edits[file] ?? [];
      if (before === undefined || after === undefined) return null;
      if (!code.includes(before))
        this.error(`React Router's ${file} has another form than expected`);
      unedited.delete(file);
      return { code: code.replaceAll(before, after), map: null };
    },
    buildEnd(error) {
      if (!error && unedited.size > 0)
        this.error(`React Router has no ${[...unedited].join(", ")}`);
    },
  };
}

/** Writes the version and when it was built beside the server's code, for app/site/version.server.ts. */
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

/**
 * Three letters and digits for most classes, the same for browsers and server: a page repeats its class
 * names hundreds of times. A longer name tells a class from one that begins alike.
 */
function nameClasses(): Map<string, string> {
  const names = new Map<string, string>();
  const files = globSync("app/**/*.css", { cwd: import.meta.dirname }).sort();
  const [modules, global] = [files.filter(isModule), files.filter((path) => !isModule(path))];
  const taken = new Set(global.flatMap((path) => [...namesIn(path)]));
  for (const path of modules) {
    for (const name of namesIn(path)) {
      const origin = `${path} ${name}`;
      const hash = createHash("sha256").update(origin).digest("base64url").replace(/[-_]/g, "");
      const letters = hash.slice(hash.search(/[a-z]/i));
      let length = 3;
      while (taken.has(letters.slice(0, length))) length++;
      taken.add(letters.slice(0, length));
      names.set(origin, letters.slice(0, length));
    }
  }
  return names;
}

function isModule(path: string): boolean {
  return path.endsWith(".module.css");
}

/** Names of its classes and animations. */
function namesIn(path: string): Set<string> {
  const css = readFileSync(join(import.meta.dirname, path), "utf8");
  return new Set(
    Array.from(css.matchAll(/(?:\.|@keyframes )([a-z][\w-]*)/gi), ([, name = ""]) => name),
  );
}

const classNames = nameClasses();

function shortClassName(name: string, path: string): string {
  const origin = `${relative(import.meta.dirname, path)} ${name}`;
  const short = classNames.get(origin);
  if (!short) throw new Error(`no class name for ${origin}`);
  return short;
}

export default defineConfig(({ mode }) => ({
  plugins: [
    reactRouter(),
    editRouter("client", browserEdits),
    editRouter("ssr", serverEdits),
    stateVersion,
  ],
  css: {
    postcss: { plugins: [layerOrder, olderValues] },
    modules: mode === "production" ? { generateScopedName: shortClassName } : {},
  },
  // All packages that browsers load. Discovery would also find server packages, and then reload pages
  // while the development server starts.
  optimizeDeps: {
    noDiscovery: true,
    include: ["@conform-to/react", "tus-js-client", "web-vitals", "zod/mini"],
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
    // A few files per page instead of one for each shared module.
    client: {
      build: {
        target: oldestBrowsers,
        rolldownOptions: {
          // Lowered fields are assigned, without a helper that would define them.
          transform: { assumptions: { setPublicClassFields: true } },
          output: {
            codeSplitting: {
              groups: [
                { name: "react", test: react, priority: 3 },
                { name: "router", test: router, priority: 3 },
                {
                  name: (id, graph) => (runsFirst(id, graph) ? "first" : null),
                  debugName: "first",
                  priority: 2,
                },
                {
                  name: "late",
                  // With all class names, so that there is one sheet
                  test: (id) => late.test(id) || (shared.test(id) && id.endsWith(".css")),
                  priority: 2,
                },
                {
                  name: (id, graph) => (usesRouter(id, graph) ? null : "shared"),
                  debugName: "shared",
                  test: shared,
                  priority: 1.5,
                },
                // The same for the router's pages
                { name: "frame", test: shared, priority: 1 },
                { name: "browse", test: browse, priority: 1 },
                { name: "places", test: places, priority: 1 },
                { name: "months", test: months, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
  ssr: {
    // Loading their hundreds of small modules one by one costs half a second and 100 MB, and React Router
    // is edited (`serverEdits`).
    noExternal: ["drizzle-orm", "better-auth", /^@better-auth\//, "react-router"],
    // Without its own Node adapter React Router omits the "node" condition; better-auth would then hash
    // passwords in JavaScript, blocking the site for 0.4 s at each login.
    resolve: { conditions: [...defaultServerConditions] },
  },
  build: {
    cssTarget: oldestBrowsers,
    assetsInlineLimit: 1024,
    // Every import on demand names the files to preload for it.
    modulePreload: {
      resolveDependencies: (_, files, { hostId }) =>
        files.filter((file) => wake.test(hostId) || !loaded.test(file)),
    },
  },
}));
