import { launchBrowser, openPage } from "../e2e/browser.ts";
import { findChromium } from "../scripts/chromium.mjs";

export const kinds = ["HTML", "JS", "CSS", "fonts", "pictures", "other"] as const;
type Kind = (typeof kinds)[number];

const kindOf: Record<string, Kind> = {
  Document: "HTML",
  Script: "JS",
  Stylesheet: "CSS",
  Font: "fonts",
  Image: "pictures",
};

export function hasChromium(): boolean {
  return findChromium() !== null;
}

/** For a phone with an empty cache, including headers, without scrolling. */
export async function measurePages(
  origin: string,
  paths: string[],
): Promise<{ version: string; pages: Map<string, Record<Kind, number>> }> {
  const browser = await launchBrowser();
  try {
    const pages = new Map<string, Record<Kind, number>>();
    for (const path of paths) {
      const { page } = await openPage(browser, { deviceScaleFactor: 2, isMobile: true });
      const bytes = { HTML: 0, JS: 0, CSS: 0, fonts: 0, pictures: 0, other: 0 };
      const kindOfRequest = new Map<string, Kind>();
      const session = await page.context().newCDPSession(page);
      await session.send("Network.enable");
      session.on("Network.responseReceived", ({ requestId, type }) => {
        kindOfRequest.set(requestId, kindOf[type] ?? "other");
      });
      session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
        bytes[kindOfRequest.get(requestId) ?? "other"] += encodedDataLength;
      });
      const answer = await page.goto(origin + path, { waitUntil: "networkidle" });
      if (!answer?.ok()) throw new Error(`${path} answered ${answer?.status()}`);
      pages.set(path, bytes);
      await page.context().close();
    }
    return { version: browser.version(), pages };
  } finally {
    await browser.close();
  }
}
