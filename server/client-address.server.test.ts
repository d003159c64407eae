import { expect, test } from "vitest";
import { sessions } from "../app/db/session-schema.ts";
import { openTestSite, type TestSite } from "../testing/site.ts";

let users = 0;

function register(site: TestSite, remote: string, headers: Record<string, string> = {}) {
  users += 1;
  const form = {
    displayName: "João",
    email: `joao${users}@example.com`,
    password: "canastra",
    confirmPassword: "canastra",
  };
  const init = { method: "POST", body: new URLSearchParams(form), headers };
  return site.app.request("/register", init, { incoming: { socket: { remoteAddress: remote } } });
}

/** 0.05 × 20 sign-ups per hour and address. */
const one = { RATE_LIMIT_FACTOR: "0.05" };

test("a client that sends X-Forwarded-For gets no new limit", async () => {
  const site = await openTestSite(one);
  const from = (address: string) => register(site, "198.51.100.9", { "X-Forwarded-For": address });
  expect((await from("203.0.113.1")).status).toBe(302);
  expect((await from("203.0.113.2")).status).toBe(429);
});

test("behind a trusted proxy each client has its own limit, and forged entries don't count", async () => {
  const site = await openTestSite({ ...one, TRUSTED_PROXIES: "loopback" });
  const from = (list: string) => register(site, "127.0.0.1", { "X-Forwarded-For": list });
  expect((await from("203.0.113.1")).status).toBe(302);
  expect((await from("203.0.113.2")).status).toBe(302);
  expect((await from("9.9.9.9, 203.0.113.1")).status).toBe(429);
});

test("all networks of an IPv6 /48 together have four times one's limit", async () => {
  const site = await openTestSite(one);
  for (const network of ["1", "2", "3", "4"]) {
    expect((await register(site, `2001:db8:7:${network}::1`)).status).toBe(302);
  }
  expect((await register(site, "2001:db8:7:5::1")).status).toBe(429);
  expect((await register(site, "2001:db8:8:5::1")).status).toBe(302);
});

test("sessions store no network address, whatever the client sends", async () => {
  const site = await openTestSite({ TRUSTED_PROXIES: "loopback" });
  await register(site, "127.0.0.1", { "X-Forwarded-For": "203.0.113.1" });
  const rows = await site.db.select({ ipAddress: sessions.ipAddress }).from(sessions);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.ipAddress || null).toBeNull();
});

test("without SITE_URL the site's address comes from the trusted proxy", async () => {
  const site = await openTestSite({ TRUSTED_PROXIES: "loopback" });
  const headers = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "mardeminas.com.br" };
  const sitemapOf = async (remote: string) => {
    const env = { incoming: { socket: { remoteAddress: remote } } };
    return (await site.app.request("/robots.txt", { headers }, env)).text();
  };
  expect(await sitemapOf("127.0.0.1")).toContain("Sitemap: https://mardeminas.com.br/sitemap.xml");
  expect(await sitemapOf("198.51.100.9")).toContain("Sitemap: http://localhost/sitemap.xml");
});
