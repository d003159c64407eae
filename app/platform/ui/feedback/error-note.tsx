import { Icon } from "../icon.tsx";

/** Says why a form was refused as a whole, if it was. The document that answers the form leads there. */
export function ErrorNote({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: whoever sent the form reads first why it was refused
    <p className="note note--earth" role="alert" tabIndex={-1} autoFocus>
      <Icon name="circle-exclamation-point" />
      <b>{children}</b>
    </p>
  );
}
