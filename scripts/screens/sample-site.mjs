import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { addDays, today } from "../../app/domain/calendar/civil-date.ts";
import { startSite } from "../../e2e/site-process.ts";
import { sampleAccount } from "../../testing/advertiser.ts";
import { pixVariables } from "../../testing/orders.ts";
import { root } from "../prepare.mjs";

/** The address that the pictures show; the camera's browser finds it on this machine. */
const shownUrl = "https://mardeminas.com.br";

/** Starts the built site with its sample ads, and a calendar of another site that their owner can connect. */
export async function startSampleSite(node) {
  const other = await startOtherSite();
  const env = { DEMO: "1", CALENDAR_HOSTS: other.host, SITE_URL: shownUrl, ...pixVariables };
  const site = await startSite({ env });

  function runOperator(...command) {
    const env = { ...process.env, DATA_DIR: site.dataDir, DEMO: "1" };
    const args = [join(root, "cli", "operator.ts"), ...command];
    const { status, stdout, stderr } = spawnSync(node, args, { env, encoding: "utf8" });
    if (status !== 0) throw new Error(`the operator's command failed: ${stderr}`);
    return stdout;
  }

  // Making all sizes of the samples' photos takes a minute or two.
  while (JSON.parse(runOperator("fotos", "--json")).sizes > 0) await setTimeout(1_000);
  return {
    /** host:port, on this machine, of the proxy before the site. */
    host: new URL(site.url).host.replace("localhost", "127.0.0.1"),
    shownUrl,
    account: sampleAccount(site.output()),
    feedAddress: other.address,
    /** Gives the owner's plan an end, as the operator does. */
    endPlan: (email, plano, lastDay) => runOperator("plano", email, plano, "--ate", lastDay),
    async end() {
      other.server.close();
      await site.end("SIGTERM");
      await rm(site.dataDir, { recursive: true, force: true });
    },
  };
}

/** Publishes a calendar with two stays. */
async function startOtherSite() {
  const day = today();
  const stays = [
    [addDays(day, 22), addDays(day, 26)],
    [addDays(day, 47), addDays(day, 51)],
  ];
  const events = stays.flatMap(([checkIn, checkOut], index) => [
    "BEGIN:VEVENT",
    `UID:${index}@airbnb.example`,
    `DTSTART;VALUE=DATE:${checkIn.replaceAll("-", "")}`,
    `DTEND;VALUE=DATE:${checkOut.replaceAll("-", "")}`,
    "SUMMARY:Reserved",
    "END:VEVENT",
  ]);
  const calendar = `${["BEGIN:VCALENDAR", "VERSION:2.0", ...events, "END:VCALENDAR"].join("\r\n")}\r\n`;
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/calendar").end(calendar);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${server.address().port}`;
  return { server, host, address: `http://${host}/airbnb.ics` };
}
