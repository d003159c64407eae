import { type ComponentProps, useEffect, useState } from "react";
import { ChoiceTile } from "../../../platform/ui/forms/choice-tile.tsx";
import { questions } from "../listing-questions.ts";
import { LimitedText } from "./limited-text.tsx";

export interface TitleFieldProps extends ComponentProps<typeof LimitedText> {
  /** Title of the ad that this one was begun from; "" if none. */
  model: string;
  isConfirmed: boolean;
}

/** An ad may have the title of the one it was begun from, once that has been asked about. */
export function TitleField({ model, isConfirmed, ...field }: TitleFieldProps) {
  const [title, setTitle] = useState(field.defaultValue ?? "");
  const [wasAsked, setWasAsked] = useState(isConfirmed);
  const isRefused = Boolean(field.error?.length);
  // The answer takes the error away, and stays.
  useEffect(() => {
    if (isRefused) setWasAsked(true);
  }, [isRefused]);
  const isSame = questions.mesmoTitulo.ask({ title, modeloTitulo: model }) !== null;
  return (
    <>
      <LimitedText
        {...field}
        hint={isSame && <b>{`É o título de “${model}”: troque pelo nome desta casa.`}</b>}
        onText={setTitle}
      />
      {isSame && (isRefused || wasAsked) && (
        <ChoiceTile type="checkbox" name="mesmoTitulo" defaultChecked={isConfirmed}>
          É isso mesmo: os dois anúncios com o mesmo título
        </ChoiceTile>
      )}
    </>
  );
}
