import { expect, test } from "vitest";
import { findInAppBrowser } from "./in-app-browser.ts";

const android = "Mozilla/5.0 (Linux; Android 13; SM-A536E Build/TP1A.220624.014; wv)";
const webView =
  "AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/119.0.6045.163 Mobile Safari/537.36";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_1_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  [
    `${android} ${webView} Instagram 309.1.0.41.113 Android (33/13; 450dpi; 1080x2177; samsung; SM-A536E; a53x; s5e8825; pt_BR; 541635890)`,
    "Instagram",
    "Chrome",
  ],
  [
    `${iphone} Mobile/15E148 Instagram 330.0.3.24.105 (iPhone14,5; iOS 17_1_2; pt_BR; pt; scale=3.00; 1170x2532; 595393270) NW/3`,
    "Instagram",
    "Safari",
  ],
  [`${android} ${webView} [FB_IAB/FB4A;FBAV/441.0.0.33.109;]`, "Facebook", "Chrome"],
  [`${android} ${webView} [FB_IAB/Orca-Android;FBAV/393.0.0.18.92;]`, "Messenger", "Chrome"],
  [`${android} ${webView} WhatsApp/2.24.5.77`, "WhatsApp", "Chrome"],
  [`${iphone} Mobile/15E148 WhatsApp/2.24.6.78`, "WhatsApp", "Safari"],
  [`${android} ${webView}`, "aplicativo", "Chrome"],
])("%s is the browser of %s, on a phone with %s", (userAgent, app, browser) => {
  expect(findInAppBrowser(userAgent)).toEqual({ app, browser });
});

test.each([
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-A536E) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0",
  `${iphone} Version/17.1.2 Mobile/15E148 Safari/604.1`,
  // This one is opened from the home screen.
  `${iphone} Mobile/15E148`,
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
])("%s is a browser of its own, or none", (userAgent) => {
  expect(findInAppBrowser(userAgent)).toBeNull();
});
