import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { calendarOf } from "../../../testing/feed-host.ts";
import {
  buttonOf,
  connect,
  rowsOf,
  send,
  shareFeedSite,
  soon,
} from "../../../testing/feed-owner.ts";
import { doubleBookings, feeds } from "../../db/calendar-schema.ts";
import { outbox } from "../../db/mail-schema.ts";
import { rateLimits, unavailableDays } from "../../db/schema.ts";
import { tellDoubleBookings } from "./double-bookings.server.ts";

const openOwner = await shareFeedSite();
type Owner = Awaited<ReturnType<typeof openOwner>>;

const pathOf = (name: string) => `/${crypto.randomUUID()}-${name}.ics`;

async function openPage({ site, id, cookie }: Owner, page = `/posts/${id}/calendario`) {
  return (await site.app.request(page, { headers: { Cookie: cookie } })).text();
}

/** Reads the owner's calendars again, at once. */
async function synchronise(owner: Owner): Promise<string> {
  await owner.site.db.delete(rateLimits);
  return (await send(owner, { intent: "sincronizar" })).text();
}

async function lettersOf({ site, uid }: Owner): Promise<string[]> {
  const rows = await site.db.select().from(outbox).where(eq(outbox.userId, uid));
  return rows.flatMap(({ content }) =>
    content.kind === "letter" && content.subject.includes("mesmas noites") ? [content.text] : [],
  );
}

/** Connects Airbnb and Booking.com with a stay each. */
async function connectBoth(owner: Owner, one: [string, string], other: [string, string]) {
  const paths = [pathOf("airbnb"), pathOf("booking")] as const;
  await connect(owner, owner.other.serve(paths[0], calendarOf(one)), "Airbnb");
  await connect(owner, owner.other.serve(paths[1], calendarOf(other)), "Booking.com");
  return paths;
}

test("two sites that take a night are named in red on the calendar and the dashboard, and by one letter", async () => {
  const owner = await openOwner();
  await connectBoth(owner, [soon(10), soon(13)], [soon(12), soon(15)]);
  const html = await openPage(owner);
  expect(html).toContain("Duas reservas nas mesmas noites?");
  expect(html).toContain("ocupada no Airbnb e no Booking.com");
  expect(buttonOf(html, soon(12))).toContain("data-repetida");
  expect(buttonOf(html, soon(11))).not.toContain("data-repetida");
  expect(await openPage(owner, "/dashboard")).toContain("ocupada no Airbnb e no Booking.com");

  await synchronise(owner);
  expect(await lettersOf(owner)).toHaveLength(1);
});

test("a letter is written again for another night, and for one that was free in between", async () => {
  const owner = await openOwner();
  const [, booking] = await connectBoth(owner, [soon(10), soon(13)], [soon(12), soon(15)]);
  expect(await lettersOf(owner)).toHaveLength(1);
  owner.other.serve(booking, calendarOf([soon(11), soon(15)]));
  await synchronise(owner);
  expect(await lettersOf(owner)).toHaveLength(2);
  owner.other.serve(booking, calendarOf([soon(20), soon(22)]));
  await synchronise(owner);
  expect(await owner.site.db.$count(doubleBookings, eq(doubleBookings.postId, owner.id))).toBe(0);
  owner.other.serve(booking, calendarOf([soon(11), soon(15)]));
  await synchronise(owner);
  expect(await lettersOf(owner)).toHaveLength(3);
});

test("the owner says that it is one stay, and hears no more of it until it grows", async () => {
  const owner = await openOwner();
  const [, booking] = await connectBoth(owner, [soon(10), soon(13)], [soon(12), soon(15)]);
  const html = await openPage(owner);
  const [, noites = ""] = html.match(/value="([^"]*)"[^>]*name="noites"/) ?? [];
  const answer = await send(owner, { intent: "mesma-reserva", noites });
  expect(answer.status).toBe(200);
  expect(await openPage(owner)).not.toContain("Duas reservas");
  await synchronise(owner);
  expect(await openPage(owner)).not.toContain("Duas reservas");
  expect(await lettersOf(owner)).toHaveLength(1);
  owner.other.serve(booking, calendarOf([soon(11), soon(15)]));
  await synchronise(owner);
  expect(await openPage(owner)).toContain("Duas reservas");
});

test("own marks under a feed's nights are said, stay reachable and can be removed", async () => {
  const owner = await openOwner();
  const { site, id } = owner;
  await site.db
    .insert(unavailableDays)
    .values([10, 11].map((day) => ({ postId: id, day: soon(day) })));
  await connect(
    owner,
    owner.other.serve(pathOf("airbnb"), calendarOf([soon(11), soon(14)])),
    "Airbnb",
  );
  const html = await openPage(owner, `/posts/${id}/calendario?noite=${soon(11)}`);
  expect(html).toContain("marcada por você e ocupada no Airbnb");
  expect(html).toContain("Ocupado no Airbnb");
  expect(html).toMatch(new RegExp(`value="${soon(11)}"[^>]*name="liberar"[^>]*>Desmarcar aqui`));
  expect((await send(owner, { intent: "noites", liberar: soon(11) })).status).toBe(200);
  const rows = await site.db.select().from(unavailableDays).where(eq(unavailableDays.postId, id));
  expect(rows.map(({ day }) => day)).toEqual([soon(10)]);
  expect(await openPage(owner)).not.toContain("Duas reservas");
});

test("an imported stay that the owner frees is free until its site changes it", async () => {
  const owner = await openOwner();
  const path = pathOf("airbnb");
  const kept: [string, string] = [soon(20), soon(22)];
  await connect(owner, owner.other.serve(path, calendarOf([soon(10), soon(13)], kept)), "Airbnb");
  const [feed] = await rowsOf(owner);
  const stay = { calendario: feed?.id ?? "", de: soon(10), ate: soon(13) };
  const nights = async () => (await rowsOf(owner))[0]?.nights;
  expect((await send(owner, { intent: "esta-livre", ...stay })).status).toBe(200);
  expect(await nights()).toBe(`{[${kept.join(",")})}`);
  await synchronise(owner);
  expect(await nights()).toBe(`{[${kept.join(",")})}`);
  expect(await openPage(owner)).toContain("Liberado por você");

  expect((await send(owner, { intent: "voltar-a-ocupar", ...stay })).status).toBe(200);
  expect(await nights()).toBe(`{[${soon(10)},${soon(13)}),[${kept.join(",")})}`);
  await send(owner, { intent: "esta-livre", ...stay });
  owner.other.serve(path, calendarOf([soon(10), soon(14)], kept));
  await synchronise(owner);
  expect(await nights()).toBe(`{[${soon(10)},${soon(14)}),[${kept.join(",")})}`);
});

test("a reading says what changed", async () => {
  const owner = await openOwner();
  const path = pathOf("airbnb");
  await connect(owner, owner.other.serve(path, calendarOf([soon(10), soon(15)])), "Airbnb");
  expect(await synchronise(owner)).toContain("Calendários lidos agora. Nada mudou.");
  owner.other.serve(path, calendarOf([soon(20), soon(22)]));
  const said = "Airbnb: 2 noites novas ocupadas, 5 noites ficaram livres.";
  expect(await synchronise(owner)).toContain(said);
  expect(await openPage(owner)).toContain("2 noites novas ocupadas, 5 noites ficaram livres");
});

test("nothing is written about a calendar whose stays aren't known one by one", async () => {
  const owner = await openOwner();
  await connectBoth(owner, [soon(10), soon(13)], [soon(30), soon(33)]);
  const { site, id } = owner;
  await site.db.insert(unavailableDays).values({ postId: id, day: soon(12) });
  await site.db.update(feeds).set({ stays: null }).where(eq(feeds.postId, id));
  await site.db.transaction((tx) => tellDoubleBookings(tx, id, soon(0)));
  expect(await lettersOf(owner)).toEqual([]);
});
