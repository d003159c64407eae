import { Icon } from "../icon.tsx";

/** Says what is wrong with a form as a whole. The document that answers the form leads there. */
export function ErrorNote({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/noAutofocus: whoever sent the form reads first why it was refused
    <p className="note note--earth" role="alert" tabIndex={-1} autoFocus>
      <Icon name="circle-exclamation-point" />
      <b>{children}</b>
    </p>
  );
}
