import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { calendarOf } from "../../../testing/feed-host.ts";
import {
  buttonOf,
  connect,
  type FeedOwner,
  send,
  shareFeedSite,
  soon,
} from "../../../testing/feed-owner.ts";
import { outbox } from "../../db/mail-schema.ts";

const openOwner = await shareFeedSite({ RATE_LIMIT_FACTOR: "9" });

const synchronise = (owner: FeedOwner) => send(owner, { intent: "sincronizar" });
async function openPage({ site, id, cookie }: FeedOwner): Promise<string> {
  const path = `/posts/${id}/calendario`;
  return (await site.app.request(path, { headers: { Cookie: cookie } })).text();
}

test("two sites that take a night are named on the calendar, and by one letter for each new night", async () => {
  const owner = await openOwner();
  const { site, other, uid } = owner;
  const letters = async () => {
    const rows = await site.db.select().from(outbox).where(eq(outbox.userId, uid));
    const isTold = ({ content }: (typeof rows)[number]) =>
      content.kind === "letter" && content.subject.includes("mesmas noites");
    return rows.filter(isTold).length;
  };
  await connect(owner, other.serve("/airbnb.ics", calendarOf([soon(10), soon(13)])), "Airbnb");
  await connect(owner, other.serve("/vrbo.ics", calendarOf([soon(12), soon(15)])), "Vrbo");
  const html = await openPage(owner);
  expect(buttonOf(html, soon(12))).toContain("data-repetida");
  expect(buttonOf(html, soon(11))).not.toContain("data-repetida");
  await synchronise(owner);
  expect(await letters()).toBe(1);
  other.serve("/vrbo.ics", calendarOf([soon(11), soon(15)]));
  await synchronise(owner);
  expect(await letters()).toBe(2);

  const [, noites = ""] = (await openPage(owner)).match(/value="([^"]*)"[^>]*name="noites"/) ?? [];
  expect((await send(owner, { intent: "mesma-reserva", noites })).status).toBe(200);
  await synchronise(owner);
  expect(await openPage(owner)).not.toContain("Duas reservas");
});
