import { setTimeout } from "node:timers/promises";

/** Time in which scripts may change what the server has sent, in ms. */
const settling = 700;

/** Photographs a page from its top, screen by screen; returns the pictures and the page's height. */
export async function takeScreens(tab, url, most) {
  await tab.open(url);
  await tab.evaluate(`(${still})()`);
  await setTimeout(settling);
  const [height, screen] = await tab.evaluate(
    "[document.documentElement.scrollHeight, innerHeight]",
  );
  const pictures = [];
  for (let top = 0; top < height && pictures.length < most; top += screen) {
    await tab.evaluate(`scrollTo({ top: ${top}, behavior: "instant" })`);
    pictures.push(await takeAtRest(tab));
  }
  return { height, pictures };
}

/** Two pictures in a row have to be the same, unless something never rests. */
async function takeAtRest(tab) {
  let last = await tab.screenshot();
  for (let tries = 0; tries < 8; tries += 1) {
    const next = await tab.screenshot();
    if (next.equals(last)) break;
    last = next;
  }
  return last;
}

/** Runs in the page: stops animations, lays out parts far from the screen, and loads all pictures. */
async function still() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    *, ::before, ::after {
      animation: none !important;
      transition: none !important;
      caret-color: transparent !important;
      content-visibility: visible !important;
    }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  for (const picture of document.images) picture.loading = "eager";
  await document.fonts.ready;
  await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})));
}
