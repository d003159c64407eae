import { expect, test } from "vitest";
import { outbox } from "../app/db/mail-schema.ts";
import { staff } from "../app/db/operation-schema.ts";
import { openContext } from "../testing/backups.ts";
import { signIn } from "../testing/site.ts";
import { commands } from "./commands.ts";

/** Still the evening before in the region. */
const afterMidnightInUtc = new Date("2026-03-01T01:30:00Z");
const noOptions = { ate: undefined, por: undefined, chave: undefined };

test("the operator's lists show the region's dates and times", async () => {
  const { site, context } = await openContext();
  const { user } = await signIn(site, { createdAt: afterMidnightInUtc });
  await site.db.insert(staff).values({ userId: user.uid, createdAt: afterMidnightInUtc });
  const content = { kind: "letter", to: "a@example.com", subject: "s", text: "t" } as const;
  await site.db.insert(outbox).values({ content, createdAt: afterMidnightInUtc });
  const textOf = async (name: string) => (await commands[name]?.(context, [], noOptions))?.text;

  expect(await textOf("usuarios")).toContain("2026-02-28");
  expect(await textOf("equipe")).toContain("2026-02-28");
  expect(await textOf("mensagens")).toContain("28/02/2026 22:30");
});
