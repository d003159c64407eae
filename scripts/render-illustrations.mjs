// node scripts/render-illustrations.mjs [name ...]: renders illustrations/*.svg to public/ilustracoes,
// with the previews of shared links. Run after changing a drawing.
import { mkdir, readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { sceneNames, sceneWidths } from "../app/platform/ui/pictures/scene-names.ts";

const source = new URL("../illustrations/", import.meta.url);
const target = new URL("../public/ilustracoes/", import.meta.url);

const coverWidths = [800, 1200, 1600, 2400];
/** The full-height slice of a cover that phones show, as fractions of its width. */
const uprightCut = { from: 1340 / 2560, share: 900 / 2560 };
const uprightWidths = [720, 960];
const widths = sceneWidths.slice(0, 3);
const pictures = {
  "capa-dia": coverWidths,
  "capa-noite": coverWidths,
  "vazio-pier": widths,
  "vazio-chuva": widths,
  "vazio-placa": widths,
  ...Object.fromEntries(sceneNames.map((name) => [name, sceneWidths])),
};

/** Renders a drawing near the requested width, so that edges stay sharp. */
async function rasterise(name, width, change = (drawing) => drawing) {
  const drawing = Buffer.from(change(await readFile(new URL(`${name}.svg`, source), "utf8")));
  const { width: drawn = width } = await sharp(drawing, { limitInputPixels: false }).metadata();
  const density = Math.max(1, Math.min(2400, (72 * width) / drawn));
  return sharp(drawing, { density, limitInputPixels: false });
}

/** Phones show words where the moon is, which are legible over a hazy one. */
function dimMoon(drawing) {
  return drawing
    .replace('id="lua"', 'id="lua" opacity=".1"')
    .replace('fill="url(#g2)"', 'fill="url(#g2)" opacity=".45"');
}

async function render(name, width) {
  await write(`${name}-${width}`, (await rasterise(name, width)).resize({ width }));
}

async function renderUpright(name, width) {
  const whole = Math.round(width / uprightCut.share);
  const image = await (await rasterise(name, whole, dimMoon)).resize({ width: whole }).toBuffer();
  const { height = 0 } = await sharp(image).metadata();
  const left = Math.round(whole * uprightCut.from);
  await write(`${name}-retrato-${width}`, sharp(image).extract({ left, top: 0, width, height }));
}

async function write(name, drawing) {
  const path = (ending) => fileURLToPath(new URL(`${name}.${ending}`, target));
  await drawing.clone().avif({ quality: 52, effort: 4 }).toFile(path("avif"));
  await drawing.clone().webp({ quality: 76, effort: 5 }).toFile(path("webp"));
  const bytes = await Promise.all(["avif", "webp"].map(async (e) => (await stat(path(e))).size));
  console.log(`${name}: ${bytes.map((size) => `${Math.round(size / 1024)} kB`).join(", ")}`);
}

/** Link previews show JPEG everywhere, and 1200 × 630 uncropped. */
async function renderShared(name, width, position, file) {
  const drawing = (await rasterise(name, width)).resize({ width });
  const image = await drawing.toBuffer();
  await sharp(image)
    .resize({ width: 1200, height: 630, fit: "cover", position })
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(fileURLToPath(new URL(file, target)));
}

await mkdir(target, { recursive: true });
const wanted = process.argv.slice(2);
for (const [name, sizes] of Object.entries(pictures)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const width of sizes) await render(name, width);
  if (sizes === coverWidths) {
    for (const width of uprightWidths) await renderUpright(name, width);
  }
  if (sceneNames.includes(name))
    await renderShared(name, 1200, "centre", `${name}-compartilhar.jpg`);
  if (name === "capa-dia") await renderShared(name, 1640, "right", "compartilhar.jpg");
}
