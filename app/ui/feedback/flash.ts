export interface Flash {
  kind: "success" | "error" | "info";
  text: string;
  /** Id of the draft to delete in the browser, or "all". */
  endedDraft?: string;
}
