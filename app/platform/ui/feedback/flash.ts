export interface Flash {
  kind: "success" | "error" | "info";
  text: string;
  /** Second sentence, in the note or a toast of its own. */
  more?: string | undefined;
  /** Next steps. A message that has them, or is to be shared, also stays on the page. */
  links?: { to: string; text: string }[];
  /** Path and title of the page to share. */
  share?: { path: string; title: string };
  /** The account is gone, and with it what the browser keeps of it. */
  dropsPrivate?: boolean;
}
