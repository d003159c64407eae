// npm run telas [name ...]: takes the pictures of the help (public/ilustracoes/ajuda) and of the README
// (docs/images) from the built site with its sample ads, all of them or those named. Run after changing a
// screen that they show, and look at the result. Dates are those of the day; everything else stays the same
// from run to run. It ends with an error, and writes nothing, if a screen lacks what its picture is of.
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { prepareChromium } from "./browsers.mjs";
import { projectNode, root } from "./prepare.mjs";
import { openCamera } from "./screens/camera.mjs";
import { helpPictures, readmePictures } from "./screens/pictures.mjs";
import { startSampleSite } from "./screens/sample-site.mjs";

const sizesFile = join(root, "app", "public", "pages", "help", "screens.json");
const folders = { help: ["public", "ilustracoes", "ajuda"], readme: ["docs", "images"] };
/** Limit for the help's pictures together, in bytes. */
const maxBytes = 600_000;

const asked = process.argv.slice(2);
const isAsked = ([name]) => asked.length === 0 || asked.includes(name);
const site = await startSampleSite(projectNode);
const camera = await openCamera(prepareChromium(), site);
try {
  const taken = [];
  for (const [kind, pictures] of Object.entries({ help: helpPictures, readme: readmePictures })) {
    for (const [name, take] of Object.entries(pictures).filter(isAsked)) {
      const picture = await take(camera, site).catch((error) => {
        throw new Error(`${name}: ${error.message}`, { cause: error });
      });
      taken.push({ kind, name, ...picture });
    }
  }
  await keep(taken);
} finally {
  await camera.close();
  await site.end();
}

async function keep(taken) {
  const sizes = asked.length > 0 ? JSON.parse(await readFile(sizesFile, "utf8")) : {};
  let bytes = 0;
  if (asked.length === 0) await rm(join(root, ...folders.help), { recursive: true, force: true });
  for (const { kind, name, file, width, height } of taken) {
    const folder = join(root, ...folders[kind]);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${name}.webp`), file);
    console.log(`${name}: ${width} × ${height}, ${Math.round(file.length / 1024)} kB`);
    if (kind !== "help") continue;
    sizes[name] = { width, height };
    bytes += file.length;
  }
  const sorted = Object.fromEntries(Object.entries(sizes).sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(sizesFile, `${JSON.stringify(sorted, null, 2)}\n`);
  console.log(`The help's pictures: ${Math.round(bytes / 1024)} kB`);
  if (bytes > maxBytes) throw new Error(`the help's pictures have more than ${maxBytes} bytes`);
}
