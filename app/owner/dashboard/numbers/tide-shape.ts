export const tideWidth = 600;
export const tideHeight = 100;

/** Height of the water if there were no visits at all. */
const shore = 96;
/** The highest day leaves a third of the height free. */
const headroom = 1.5;

/** Draws the water; `days` are oldest first, and `top` is the highest number of the chart. */
export function drawLevel(days: readonly number[], top: number): string {
  const step = tideWidth / days.length;
  const [first = shore, ...rest] = days.map((n) => levelOf(n, top));
  let x = step / 2;
  const curves = rest.map((y, index) => {
    const from = index === 0 ? first : (rest[index - 1] ?? first);
    const half = x + step / 2;
    x += step;
    return `C${half} ${from} ${half} ${y} ${x} ${y}`;
  });
  return `M0 ${first}H${step / 2}${curves.join("")}H${tideWidth}`;
}

export function levelOf(n: number, top: number): number {
  const share = top > 0 ? n / (top * headroom) : 0;
  return Math.round((shore - share * shore) * 10) / 10;
}

export function middleOf(day: number, days: number): number {
  return ((day + 0.5) * tideWidth) / days;
}

export function inPercent(part: number, whole: number): string {
  return `${Math.round((part / whole) * 1000) / 10}%`;
}
