import { createContext, type ReactElement, useContext } from "react";

/** HTML of elements, by keys that stand for them. It exists only on the server. */
export interface ReusableHtml {
  find: (key: string) => string | undefined;
  /** Has the element rendered once this page is done: React can't render one within another. */
  add: (key: string, element: ReactElement) => void;
}

export const ReuseContext = /* @__PURE__ */ createContext<ReusableHtml | null>(null);

interface ReusedProps {
  className: string | undefined;
  /** All that the content depends on, as JSON. */
  from: unknown;
  /** The content, which uses no context and preloads nothing. */
  children: ReactElement;
}

/** An article whose content the server reuses for the same data, on whatever pages. */
export const Reused = import.meta.env.SSR ? ServerReused : BrowserReused;

function ServerReused(props: ReusedProps) {
  const { className, from, children } = props;
  const reusable = useContext(ReuseContext);
  if (!reusable) return <BrowserReused {...props} />;
  const key = JSON.stringify(from);
  const __html = reusable.find(key);
  if (__html === undefined) {
    reusable.add(key, children);
    return <BrowserReused {...props} />;
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React on the server
  return <article className={className} dangerouslySetInnerHTML={{ __html }} />;
}

function BrowserReused({ className, children }: ReusedProps) {
  return <article className={className}>{children}</article>;
}
