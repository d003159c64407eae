import { onTestFinished } from "vitest";
import { openMailbox } from "./mail-servers.ts";
import { openTestSite } from "./site.ts";

/**
 * Opens a site that sends e-mails. `deliver` empties the outbox and returns what reached a real
 * SMTP server, with unfolded headers.
 */
export async function openMailingSite() {
  const mailbox = await openMailbox();
  onTestFinished(mailbox.close);
  const site = await openTestSite({
    SMTP_URL: mailbox.url,
    SITE_URL: "https://mardeminas.example",
    SITE_EMAIL: "contato@mardeminas.example",
  });
  async function deliver(): Promise<string[]> {
    while (await site.sender.sendNext()) {
      // Repeats until the outbox is empty.
    }
    return mailbox.letters.map(({ text }) => text.replace(/\r\n\s+/g, " "));
  }
  return { site, deliver };
}
