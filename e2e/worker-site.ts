import { pixVariables } from "../testing/orders.ts";
import { startDemoSite, type TestedSite } from "./prepared-site.ts";

let started: Promise<TestedSite> | undefined;

/** Letters are files in its outbox, and plans are paid by Pix. */
const settings = {
  RATE_LIMIT_FACTOR: "1000",
  SITE_PHONE: "3733330000",
  SITE_WHATSAPP: "37900000001",
  SITE_EMAIL: "contato@example.com",
  ...pixVariables,
};

/**
 * A site with the sample ads for all tests of a worker, which ends with it. Tests make their own accounts
 * and ads there, and change no one else's.
 */
export function workerSite(): Promise<TestedSite> {
  started ??= startDemoSite({ env: settings });
  return started;
}
