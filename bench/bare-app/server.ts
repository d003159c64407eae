import * as build from "virtual:react-router/server-build";
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { createRequestHandler } from "react-router";

const app = new Hono();
const render = createRequestHandler(build, "production");
app.get("/healthz", (c) => c.text("ok"));
app.use("/assets/*", serveStatic({ root: process.env.CLIENT_DIR ?? "" }));
app.use(compress());
app.all("*", (c) => render(c.req.raw));
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: "127.0.0.1" });
