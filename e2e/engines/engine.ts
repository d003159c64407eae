export type ColorScheme = "light" | "dark";

/** An element of a page. */
export interface Handle {
  /** Clicks its position on the screen, as a mouse does, and so whatever covers it. */
  click: () => Promise<void>;
  type: (text: string) => Promise<void>;
  /** Chooses files, by their paths, in a file input. */
  attach: (files: readonly string[]) => Promise<void>;
}

/** A page with cookies, storage and cache of its own. */
export interface Tab {
  open: (url: string) => Promise<void>;
  evaluate: <T>(expression: string) => Promise<T>;
  /** `expression` is an element or null. */
  find: (expression: string) => Promise<Handle | null>;
  /** Resizes the page, in CSS px. */
  resize: (width: number, height: number) => Promise<void>;
  screenshot: () => Promise<Buffer>;
  /** Uncaught errors, where the engine's driver reports them. */
  errors: () => string[];
  close: () => Promise<void>;
}

export interface Engine {
  openTab: () => Promise<Tab>;
  close: () => Promise<void>;
}
