import { isInRegion, type Position } from "../../../domain/region/position.ts";

export type Located =
  | { ok: true; position: Position; accuracy: number }
  | { ok: false; message: string };

type Locator = Pick<Geolocation, "watchPosition" | "clearWatch">;

/** Metres within which a reading is taken at once, and beyond which none is. */
const goodAccuracy = 30;
const maxAccuracy = 100;

/** The first reading often comes from a mobile network's mast: this long, in ms, a phone may refine it. */
const refineMs = 8_000;
const timeoutMs = 20_000;

const refused =
  "O navegador não deixou ver a sua posição. Para deixar, toque no ícone ao lado do endereço do site, procure Localização e permita. Ou cole um endereço do Google Maps.";
const unavailable =
  "O celular não conseguiu achar a sua posição. Ligue a localização dele e tente de novo, ou toque no desenho.";
const tooSlow =
  "A posição demorou demais. Vá para fora da casa, com o céu à vista, e tente de novo.";
const outside =
  "Você parece estar longe do lago e da serra. Quando estiver na casa, toque aqui de novo.";

/** Reads where the phone is, which asks for permission the first time; null if aborted. */
export function locate(geolocation: Locator, signal: AbortSignal): Promise<Located | null> {
  return new Promise((resolve) => {
    let best: GeolocationCoordinates | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = geolocation.watchPosition(take, fail, {
      enableHighAccuracy: true,
      timeout: timeoutMs,
      maximumAge: 0,
    });
    signal.addEventListener("abort", () => finish(null), { once: true });

    function take({ coords }: GeolocationPosition) {
      if (!best || coords.accuracy < best.accuracy) best = coords;
      if (best.accuracy <= goodAccuracy) finish(judge(best));
      else timer ??= setTimeout(() => finish(best && judge(best)), refineMs);
    }
    function fail({ code }: GeolocationPositionError) {
      const message = code === 1 ? refused : code === 3 ? tooSlow : unavailable;
      finish(best ? judge(best) : { ok: false, message });
    }
    function finish(located: Located | null) {
      clearTimeout(timer);
      geolocation.clearWatch(watch);
      resolve(located);
    }
  });
}

function judge({ latitude, longitude, accuracy }: GeolocationCoordinates): Located {
  // Five decimals are a metre, finer than any phone's reading.
  const position = { latitude: roundTo5(latitude), longitude: roundTo5(longitude) };
  if (!isInRegion(position)) return { ok: false, message: outside };
  if (accuracy <= maxAccuracy) return { ok: true, position, accuracy };
  const message = `O celular só sabe onde você está com erro de ${formatError(accuracy)}. Vá para fora da casa, com o céu à vista, espere um pouco e tente de novo.`;
  return { ok: false, message };
}

function roundTo5(degrees: number): number {
  return Number(degrees.toFixed(5));
}

/** Words such as "uns 150 m" or "uns 2 km". */
function formatError(metres: number): string {
  return metres < 1_000
    ? `uns ${Math.ceil(metres / 50) * 50} m`
    : `uns ${Math.round(metres / 1_000)} km`;
}
