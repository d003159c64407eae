import type { RouterContextProvider } from "react-router";
import { senderContext } from "../mail/sender.server.ts";
import { siteContext } from "../site/site.server.ts";
import { eraseAlerts } from "./alerts.server.ts";

/** Erases one alert, or all of an address, with everything about them: rows, letters and letters' files. */
export async function eraseForGood(
  context: Readonly<RouterContextProvider>,
  which: Parameters<typeof eraseAlerts>[1],
): Promise<void> {
  const { db } = context.get(siteContext);
  const mailIds = await db.transaction((tx) => eraseAlerts(tx, which));
  await context.get(senderContext).forget(mailIds, null);
}
