import { reactRouter } from "@react-router/dev/vite";
import { defaultServerConditions, defineConfig } from "vite";

/** React and its router: every hydrated page runs them, and they seldom change. */
const framework = /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/;
/** Shared by the entry and everything else; must not pull the rest in. */
const first = /preload-helper|modulepreload-polyfill|[\\/](hydration-data|form-drafts)\.ts/;
/**
 * What most pages share, with the frame around them all. Not what forms bring along, nor what the
 * entry itself runs.
 */
const shared =
  /[\\/]app[\\/](root\.(tsx|module\.css)|app\.css|ui[\\/](?!forms[\\/](?!phone\.|field\.module)|feedback[\\/]dialog|shell[\\/]menus)|calendar[\\/]calendar\.module|photos[\\/](photo|picture)\.ts|prices[\\/](money|prices)\.|listings[\\/](amenity|fields|greeting|listing)\.)/;

export default defineConfig({
  plugins: [reactRouter()],
  // All packages that browsers load. Those of the server, which discovery would find as well, make
  // the development server reload a page in the middle of its start.
  optimizeDeps: {
    noDiscovery: true,
    include: ["@conform-to/react", "tus-js-client", "web-vitals", "zod/mini"],
  },
  environments: {
    // The server's own entry is the input of the server build, so that the routes and the shell
    // around them share one module graph (docs/decisions/001).
    ssr: { build: { rollupOptions: { input: "./server/app.ts" } } },
    // A few files per page instead of one for each module that two pages share.
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: "framework", test: framework, priority: 3 },
                { name: "first", test: first, priority: 2 },
                { name: "shared", test: shared, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
  ssr: {
    // Hundreds of small modules in circles: read one by one they cost half a second and 100 MB.
    noExternal: ["drizzle-orm", "better-auth", /^@better-auth\//],
    // React Router leaves out "node" without its own Node adapter; better-auth would then hash
    // passwords in JavaScript, and the site would stand still for 0.4 s at each login.
    resolve: { conditions: [...defaultServerConditions] },
  },
  build: { assetsInlineLimit: 1024 },
});
