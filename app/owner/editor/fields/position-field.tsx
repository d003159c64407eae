import { type MouseEvent, useEffect, useRef, useState } from "react";
import { listingFields } from "../../../domain/listings/fields.ts";
import { regionSize } from "../../../domain/region/gazetteer.ts";
import { drawingPointOf, positionAt } from "../../../domain/region/georeference.ts";
import { formatPosition, isInRegion, type Position } from "../../../domain/region/position.ts";
import { questionAbout, readPosition } from "../../../domain/region/read-position.ts";
import { RegionMap, RegionPin } from "../../../domain/region/region-map.tsx";
import { Fold } from "../../../platform/ui/fold.tsx";
import { ChoiceTile } from "../../../platform/ui/forms/choice-tile.tsx";
import { type FieldProps, TextField } from "../../../platform/ui/forms/field.tsx";
import { scrollIntoView } from "../../../platform/ui/forms/scroll-into-view.ts";
import { Icon } from "../../../platform/ui/icon.tsx";
import type { CopiedText } from "./limited-text.tsx";
import styles from "./position-field.module.css";

export interface PositionFieldProps extends FieldProps {
  defaultValue?: string;
  isExact: boolean;
  /** True once a position outside the region has been confirmed. */
  isConfirmed: boolean;
  copied?: CopiedText | undefined;
}

/** Field for a position that is typed, pasted or, if there is script, tapped or the phone's own. */
export function PositionField({ isExact, isConfirmed, copied, ...field }: PositionFieldProps) {
  const [text, setText] = useState(field.defaultValue ?? "");
  const input = useRef<HTMLInputElement>(null);
  const isLive = useIsLive();
  const isWrong = Boolean(field.error?.length);
  const reading = readPosition(text);
  const position = "position" in reading ? reading.position : null;

  function fill(found: Position) {
    if (!input.current) return;
    input.current.value = formatPosition(found);
    // Saving and validation listen to the form.
    input.current.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function mark({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const x = ((clientX - left) / width) * regionSize.width;
    const y = ((clientY - top) / height) * regionSize.height;
    fill(positionAt({ x, y }));
  }

  return (
    <div className={styles.position}>
      {copied?.text === text && text !== "" && (
        <p>
          <b>{copied.note}</b>
        </p>
      )}
      {isLive && (
        <>
          <LocateButton shown={position} onLocate={fill} />
          {/* The field says the same to keyboards and screen readers. */}
          <button
            type="button"
            className={styles.drawing}
            onClick={mark}
            tabIndex={-1}
            aria-hidden="true"
            data-drawing
          >
            <RegionMap label="">
              {position && isInRegion(position) && <RegionPin {...drawingPointOf(position)} />}
            </RegionMap>
          </button>
        </>
      )}
      <Fold isOpen={isWrong} summary="Colar do Google Maps">
        <TextField
          {...field}
          hint="O endereço do Google Maps, ou latitude e longitude."
          placeholder="-20.6147, -46.0497"
          autoComplete="off"
          ref={input}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <ShortLinkHelp
          isShown={"problem" in reading && reading.isShortLink === true}
          isExplained={isWrong}
        />
      </Fold>
      {position && questionAbout(position) && (
        <ChoiceTile type="checkbox" name="mapaFora" defaultChecked={isConfirmed}>
          <Icon name="map-pin" />É isso mesmo: a casa fica fora da região
        </ChoiceTile>
      )}
      <div>
        <ChoiceTile type="checkbox" name="mapaExato" defaultChecked={isExact}>
          <Icon name="map-pin" />
          {listingFields.mapaExato.label}
        </ChoiceTile>
        <p className={styles.hint}>
          Sem marcar, o anúncio mostra só a região da casa, com cerca de um quilômetro.
        </p>
      </div>
    </div>
  );
}

/** False on the server and while hydrating. */
function useIsLive(): boolean {
  const [isLive, setIsLive] = useState(false);
  useEffect(() => setIsLive(true), []);
  return isLive;
}

interface LocateButtonProps {
  /** The position in the field. */
  shown: Position | null;
  onLocate: (position: Position) => void;
}

/** Takes the phone's position; only the tap asks for it. Browsers offer it in secure contexts alone. */
function LocateButton({ shown, onLocate }: LocateButtonProps) {
  const [result, setResult] = useState<Located | "waiting" | null>(null);
  const left = useRef<AbortController | null>(null);
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => () => left.current?.abort(), []);
  useEffect(() => {
    if (result && result !== "waiting") scrollIntoView(status.current);
  }, [result]);
  if (!window.isSecureContext || !("geolocation" in navigator)) return null;
  const isWaiting = result === "waiting";
  const isReplaced = result !== null && !isWaiting && result.ok && !isSame(result.position, shown);

  async function ask() {
    if (isWaiting) return;
    setResult("waiting");
    left.current = new AbortController();
    const located = await locate(navigator.geolocation, left.current.signal);
    if (!located) return;
    setResult(located);
    if (located.ok) onLocate(located.position);
  }

  return (
    <div className={styles.locate}>
      <button type="button" className="btn btn--line" onClick={ask} aria-busy={isWaiting}>
        <Icon name="map-pin" />
        Estou na casa agora
      </button>
      <p className="small soft" role="status" ref={status}>
        {describe(isReplaced ? null : result)}
      </p>
    </div>
  );
}

function isSame(one: Position, other: Position | null): boolean {
  return one.latitude === other?.latitude && one.longitude === other.longitude;
}

function describe(result: Located | "waiting" | null): string {
  if (result === null) return "";
  if (result === "waiting") return "Procurando onde você está…";
  if (!result.ok) return result.message;
  return `Pronto, a casa está marcada no desenho, com erro de até ${Math.max(1, Math.ceil(result.accuracy))} m.`;
}

const pinSteps = ["Abra o link no Google Maps.", "Segure o dedo no telhado até cair um alfinete."];

const phones = [
  {
    name: "Android",
    steps: [...pinSteps, "Na busca, no alto, aparecem dois números: copie e cole aqui."],
  },
  {
    name: "iPhone",
    steps: [
      ...pinSteps,
      "Puxe para cima a ficha do alfinete, segure o dedo nos dois números, copie e cole aqui.",
    ],
  },
];

interface ShortLinkHelpProps {
  isShown: boolean;
  /** True if the field's error has explained it already. */
  isExplained: boolean;
}

/** Explains how to get coordinates instead of the short link that Google's app shares. */
function ShortLinkHelp({ isShown, isExplained }: ShortLinkHelpProps) {
  return (
    <div role="status">
      {isShown && (
        <div className={styles.help} data-link-curto>
          {!isExplained && (
            <p>
              <b>Link curto não traz as coordenadas da casa.</b> Troque-o pelos dois números:
            </p>
          )}
          {phones.map(({ name, steps }) => (
            <div key={name}>
              <b>{`No ${name}`}</b>
              <ol>
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

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
