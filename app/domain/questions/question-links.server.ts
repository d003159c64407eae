import { and, eq, isNull } from "drizzle-orm";
import { questions } from "../../platform/db/question-schema.ts";
import { users } from "../../platform/db/schema.ts";
import { type LinkKind, ownerCredentials } from "../../platform/mail/signed-links.server.ts";

/** Links to a question, with which its advertiser answers. */
export const answerLinks: LinkKind = {
  name: "question",
  days: 60,
  credentialsOf(db, id) {
    const uid = db.select({ uid: questions.uid }).from(questions).where(eq(questions.id, id));
    // The page shows what visitors wrote, so the link ends with a block, too.
    return ownerCredentials(db, and(eq(users.id, uid), isNull(users.blockedAt)));
  },
};

/** Links to a question, with which its visitor erases it. */
export const receiptLinks: LinkKind = {
  name: "asked",
  /** Longer than a question is stored; the link ends with it. */
  days: 365,
  async credentialsOf(db, id) {
    const { email } = questions;
    const [question] = await db.select({ email }).from(questions).where(eq(questions.id, id));
    return question?.email ?? null;
  },
};
