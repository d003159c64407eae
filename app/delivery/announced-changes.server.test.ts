import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { openCachingSite, publish } from "../../testing/caching-site.ts";
import { posts } from "../db/schema.ts";
import { listenForChanges } from "./changes.server.ts";

test("what no page shows of an ad is not announced, so that its location's pages stay kept", async () => {
  const site = await openCachingSite();
  const { id } = await publish(site, { localizacao: "Piumhi" });
  const heard: (string | null)[] = [];
  const listening = Promise.withResolvers<void>();
  const stop = listenForChanges(site.databaseUrl, {
    onChange: ({ localizacao }) => heard.push(localizacao),
    onManyChanges: () => heard.push("many"),
    onListening: listening.resolve,
    onLost: listening.reject,
  });
  await listening.promise;
  const change = (values: Partial<typeof posts.$inferInsert>) =>
    site.db.update(posts).set(values).where(eq(posts.id, id));
  await change({ datesRemindedAt: new Date() });
  await change({ datesRemindersOff: true });
  await change({ calendarToken: "a".repeat(43) });
  // Notifications arrive in order, so these come first if the others are announced.
  await change({ localizacao: "Guapé" });
  await vi.waitFor(() => expect(heard).toContain("Guapé"));
  expect(heard.toSorted()).toEqual(["Guapé", "Piumhi"]);
  await stop();
});
