/** A sentence that outlives a redirect and is told once, on the page it leads to. */
export interface Flash {
  kind: "success" | "error" | "info";
  text: string;
  /** The draft that is done with: its id, or "all" for every one in the browser. */
  endedDraft?: string;
}
