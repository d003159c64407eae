import { expect, test } from "vitest";
import { sessions } from "../app/platform/db/session-schema.ts";
import { shareTestSite } from "../testing/site.ts";

let users = 0;

function register(remote: string, headers: Record<string, string> = {}) {
  users += 1;
  const form = {
    displayName: "João",
    email: `joao${users}@example.com`,
    password: "veredas-azuis",
    confirmPassword: "veredas-azuis",
  };
  const init = { method: "POST", body: new URLSearchParams(form), headers };
  return sharedSite().app.request("/register", init, {
    incoming: { socket: { remoteAddress: remote } },
  });
}

/** 0.05 × 20 sign-ups per hour and address; each test has addresses of its own. */
const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "0.05", TRUSTED_PROXIES: "loopback" });

test("behind a trusted proxy each client has its own limit, and forged entries don't count", async () => {
  const from = (list: string) => register("127.0.0.1", { "X-Forwarded-For": list });
  expect((await from("203.0.113.3")).status).toBe(302);
  expect((await from("203.0.113.4")).status).toBe(302);
  expect((await from("9.9.9.9, 203.0.113.3")).status).toBe(429);
});

test("all networks of an IPv6 /48 together have four times one's limit", async () => {
  for (const network of ["1", "2", "3", "4"]) {
    expect((await register(`2001:db8:7:${network}::1`)).status).toBe(302);
  }
  expect((await register("2001:db8:7:5::1")).status).toBe(429);
  expect((await register("2001:db8:8:5::1")).status).toBe(302);
});

test("sessions store no network address, whatever the client sends", async () => {
  const { db } = sharedSite();
  await register("127.0.0.1", { "X-Forwarded-For": "203.0.113.5" });
  const rows = await db.select({ ipAddress: sessions.ipAddress }).from(sessions);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ ipAddress }) => ipAddress)).toEqual([]);
});

const forwarded = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "mardeminas.com.br" };

test("forms must come from the address that the trusted proxy tells, and https makes cookies Secure", async () => {
  const [proxied, own] = ["https://mardeminas.com.br", "http://localhost"];
  const client = { ...forwarded, "X-Forwarded-For": "203.0.113.6" };
  const secure = await register("127.0.0.1", { ...client, Origin: proxied });
  expect([secure.status, secure.headers.get("Location")]).toEqual([302, "/"]);
  const cookies = secure.headers.getSetCookie();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toMatch(/;\s*Secure/i);

  expect((await register("198.51.100.10", { ...forwarded, Origin: proxied })).status).toBe(403);
  const plain = await register("198.51.100.10", { ...forwarded, Origin: own });
  expect(plain.status).toBe(302);
  for (const cookie of plain.headers.getSetCookie()) expect(cookie).not.toMatch(/Secure/i);
});
