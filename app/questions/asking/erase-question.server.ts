import { eq } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { questions } from "../../db/question-schema.ts";
import { deleteMailAbout } from "../../mail/outbox.server.ts";
import { senderContext } from "../../mail/sender.server.ts";
import { siteContext } from "../../site/site.server.ts";

/** Erases a question for whoever asked it: the row, the letters to both sides, and the letters' files. */
export async function eraseQuestion(
  context: Readonly<RouterContextProvider>,
  id: string,
): Promise<void> {
  const mailIds = await context.get(siteContext).db.transaction(async (tx) => {
    // An answer being given holds the row: its letter is there by then.
    await tx.delete(questions).where(eq(questions.id, id));
    return deleteMailAbout(tx, [id]);
  });
  await context.get(senderContext).forget(mailIds, null);
}
