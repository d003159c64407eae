export interface Flash {
  kind: "success" | "error" | "info";
  text: string;
  /** A second sentence, for the note in the page. */
  more?: string;
  /** The next steps; with them, or to be shared, the message also stays on the page. */
  links?: { to: string; text: string }[];
  /** Path and title of the page to share. */
  share?: { path: string; title: string };
  /** Id of the draft to delete in the browser, or "all". */
  endedDraft?: string;
}
