import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startEmptyProcess } from "../prepared-site.ts";
import { shareSite } from "../shared-site.ts";
import { sendEndlessBody } from "./endless-body.ts";

const connections = 50;
/** Bytes per connection. */
const bodyBytes = 60 * 1024 * 1024;
const maxCloseMs = 30_000;
const maxGrowthBytes = 30 * 1024 * 1024;

const id = crypto.randomUUID();
const requests = [
  ...["/posts/create", `/posts/${id}`, `/posts/edit/${id}`, "/search", "/login", "/register"],
  ...[
    "/contato",
    "/envios",
    "/medidas",
    "/visitas",
    "/dashboard",
    "/nada",
    "/",
    `/nova-senha/${id}`,
  ],
  ...["/posts/create.data", "/login.data", "/contato.data", "/search.data", "/_.data?index"],
].map((path) => `POST ${path}`);
const others = [`PATCH /envios/${id}`, "PUT /login", "GET /", "GET /posts/create", "DELETE /"];
const lines = [...requests, ...others];
const types = [
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/offset+octet-stream",
];

const site = shareSite(() => startEmptyProcess({ plainHttp: true }));

function residentBytes(): number {
  const status = readFileSync(`/proc/${site.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

/** Requests with ordinary bodies first, so that only the bodies cost memory later. */
async function warmUp(): Promise<void> {
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      Array.from({ length: connections }, async (_, n) => {
        const [method = "", path = ""] = (lines[n % lines.length] ?? "").split(" ");
        const body = method === "GET" ? {} : { body: new URLSearchParams({ email: "ana@b.br" }) };
        const answer = await fetch(site.url + path, { method, ...body, redirect: "manual" });
        await answer.arrayBuffer();
      }),
    );
  }
}

test("50 endless request bodies are cut off in time and cost little memory", async () => {
  await warmUp();
  const before = residentBytes();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentBytes());
  }, 10);

  const outcomes = await Promise.all(
    Array.from({ length: connections }, (_, n) => {
      const head = `${lines[n % lines.length]} HTTP/1.1\r\nContent-Type: ${types[n % types.length]}\r\n`;
      const limits = { bytes: bodyBytes, ms: 2 * maxCloseMs };
      return sendEndlessBody(Number(new URL(site.url).port), head, limits);
    }),
  );
  clearInterval(watch);

  const statuses = outcomes.map(({ answer }) => answer.slice("HTTP/1.1 ".length, 12));
  const slowest = Math.max(...outcomes.map(({ ms }) => ms));
  const figures = { grewKb: (peak - before) >> 10, beforeKb: before >> 10, slowestMs: slowest | 0 };
  console.info(JSON.stringify({ ...figures, statuses: Object.groupBy(statuses, String) }));
  // Each connection got a response before it was closed.
  for (const status of statuses) expect(status).toMatch(/^[2-4]\d\d$/);
  const late = outcomes.flatMap(({ ms }, n) => (ms < maxCloseMs ? [] : [lines[n % lines.length]]));
  expect(late).toEqual([]);
  expect(peak - before).toBeLessThan(maxGrowthBytes);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
});
