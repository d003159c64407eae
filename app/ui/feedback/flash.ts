/** A sentence that outlives a redirect and is told once, on the page it leads to. */
export interface Flash {
  kind: "success" | "error" | "info";
  text: string;
}
