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
import { Icon } from "../../../platform/ui/icon.tsx";
import type { CopiedText } from "./copied-text.tsx";
import { LocateButton } from "./locate-button.tsx";
import styles from "./position-field.module.css";
import { ShortLinkHelp } from "./short-link-help.tsx";

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
