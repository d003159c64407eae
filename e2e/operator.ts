import type { Browser, Page } from "playwright-core";
import { setUpAuthenticator } from "../testing/second-factor.ts";
import { signUp } from "./advertiser.ts";
import { openPage } from "./browser.ts";
import { confirmEmail } from "./mailbox.ts";
import { operate } from "./operate.ts";
import type { TestedSite } from "./prepared-site.ts";

/** A new member of the staff's browser, to which the panel is open. */
export async function openPanel(
  browser: Browser,
  site: TestedSite,
): Promise<{ page: Page; consoleErrors: string[] }> {
  const opened = await openPage(browser);
  const { request } = opened.page;
  const email = await signUp(opened.page, site.url);
  await confirmEmail(site, email);
  await operate(site, "equipe", "adicionar", email);
  await setUpAuthenticator(async (path, form) => {
    const options = { maxRedirects: 0, ...(form && { method: "POST", form }) };
    const answer = await request.fetch(site.url + path, options);
    return new Response(await answer.text(), { status: answer.status() });
  });
  return opened;
}
