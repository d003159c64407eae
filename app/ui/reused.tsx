import { createContext, type ReactElement, useContext } from "react";

/** Returns the HTML of an element, which a key stands for. Only on the server. */
export type ReuseHtml = (key: string, element: ReactElement) => string;

export const ReuseContext = /* @__PURE__ */ createContext<ReuseHtml | null>(null);

interface ReusedProps {
  className: string | undefined;
  /** All that the content depends on, as JSON. */
  from: unknown;
  /** Uses no context, and preloads nothing. */
  children: ReactElement;
}

/** An article whose content the server renders once for the same data, on whatever pages. */
export const Reused = import.meta.env.SSR ? ServerReused : BrowserReused;

function ServerReused(props: ReusedProps) {
  const { className, from, children } = props;
  const reuse = useContext(ReuseContext);
  if (!reuse) return <BrowserReused {...props} />;
  const __html = reuse(JSON.stringify(from), children);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React on the server
  return <article className={className} dangerouslySetInnerHTML={{ __html }} />;
}

function BrowserReused({ className, children }: ReusedProps) {
  return <article className={className}>{children}</article>;
}
