import type { ReactNode } from "react";

/** A text that came from another ad, and what the field says of it until it is changed. */
export interface CopiedText {
  text: string;
  note: string;
}

export function hintOf(copied: CopiedText | undefined, typed: string, hint: ReactNode): ReactNode {
  if (!copied?.text || typed.trim() !== copied.text.trim()) return hint;
  return (
    <>
      <b>{copied.note}</b> {hint}
    </>
  );
}
