import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { publishAd, signUp } from "../advertiser.ts";
import { openPage } from "../browser.ts";
import { confirmEmail } from "../mailbox.ts";
import { workerBrowser } from "../worker-browser.ts";
import { workerSite } from "../worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

test.each([
  [390, "light"],
  [320, "dark"],
  // A phone at 200 %.
  [195, "dark"],
] as const)("a letter can be read at %i px, %s", async (width, colorScheme) => {
  const { page } = await openPage(browser);
  const email = await signUp(page, site.url);
  await confirmEmail(site, email);
  await publishAd(page, site.url, { title: "Rancho & <b>Cia</b> do Lago de Furnas" });
  const { page: letter } = await openPage(browser, {
    viewport: { width, height: 844 },
    colorScheme,
    javaScriptEnabled: false,
  });
  await letter.setContent(await readLetter(email, "Seu anúncio está no ar"));
  await letter.getByText("Olá, Maria!").waitFor();
  await letter.getByText('"Rancho & <b>Cia</b> do Lago de Furnas"').waitFor();
  const box = await letter.getByRole("link", { name: "Ver o anúncio" }).boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(width);
  const background = await letter.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(background).toBe(colorScheme === "dark" ? "rgb(8, 26, 30)" : "rgb(243, 241, 231)");
  const overflow = await letter.locator("html").evaluate((it) => it.scrollWidth - it.clientWidth);
  expect(overflow).toBe(0);
});

/** The HTML of a letter in the outbox. */
function readLetter(to: string, subject: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const folder = join(site.dataDir, "outbox");
      for (const name of await readdir(folder)) {
        const source = await readFile(join(folder, name), "utf8");
        const [, html = ""] =
          /Content-Type: text\/html.*?\r?\n\r?\n(.*)\r?\n--/s.exec(source) ?? [];
        const decoded = decode(html);
        if (source.includes(to) && decoded.includes(`<title>${subject}`)) return decoded;
      }
      throw new Error("no letter yet");
    },
    { timeout: 30_000 },
  );
}

function decode(quotedPrintable: string): string {
  const bytes = quotedPrintable
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
