export interface InAppBrowser {
  /** Name after a masculine article: "do Instagram". */
  app: string;
  /** The phone's own browser, which keeps what the app's forgets. */
  browser: "Chrome" | "Safari";
}

/** The first match counts: Messenger also sends Facebook's signs, and on Android all send a web view's. */
const apps: [sign: RegExp, app: string][] = [
  [/\bInstagram\b/, "Instagram"],
  [/Orca-Android|MessengerForiOS/, "Messenger"],
  [/\bFB(AN|AV|_IAB)\//, "Facebook"],
  [/\bWhatsApp\//, "WhatsApp"],
  [/; wv\)/, "aplicativo"],
];

/**
 * Browsers inside apps have no share sheet, may take one photo at a time, and forget cookies and storage.
 * Pages are the same for all visitors, so only script may ask.
 */
export function findInAppBrowser(userAgent: string): InAppBrowser | null {
  const system = /\b(?:Android|iPhone|iPad|iPod)\b/.exec(userAgent)?.[0];
  const found = apps.find(([sign]) => sign.test(userAgent));
  if (!system || !found) return null;
  return { app: found[1], browser: system === "Android" ? "Chrome" : "Safari" };
}
