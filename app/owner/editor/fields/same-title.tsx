import { useEffect, useState } from "react";
import { ChoiceTile } from "../../../ui/forms/choice-tile.tsx";

export interface SameTitleProps {
  error: string | undefined;
  isConfirmed: boolean;
}

/** Lets an ad have the title of the one it was begun from, once that has been asked about. */
export function SameTitle({ error, isConfirmed }: SameTitleProps) {
  const [wasAsked, setWasAsked] = useState(isConfirmed);
  // The answer takes the error away, and stays.
  useEffect(() => {
    if (error) setWasAsked(true);
  }, [error]);
  if (!error && !wasAsked) return null;
  return (
    <ChoiceTile type="checkbox" name="mesmoTitulo" defaultChecked={isConfirmed}>
      É isso mesmo: os dois anúncios com o mesmo título
    </ChoiceTile>
  );
}
