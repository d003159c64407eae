import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The server's own entry is the input of the server build, so that the routes and the shell
  // around them share one module graph (docs/decisions/001).
  environments: { ssr: { build: { rollupOptions: { input: "./server/app.ts" } } } },
  // Hundreds of small modules in circles: read one by one they cost half a second and 100 MB.
  ssr: { noExternal: ["drizzle-orm", "better-auth", /^@better-auth\//] },
  build: { assetsInlineLimit: 1024 },
});
