import { Icon } from "../icon.tsx";

/** Says above a document's forms why one was refused as a whole. */
export function RefusalNote({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: a document that shows what is wrong leads there
    <p className="note note--earth" role="alert" tabIndex={-1} autoFocus>
      <Icon name="circle-exclamation-point" />
      <b>{children}</b>
    </p>
  );
}
