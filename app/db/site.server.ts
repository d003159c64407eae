import { createContext, type RouterContextProvider } from "react-router";

/** The site's address to the outside, without a slash at its end. */
export const siteUrlContext = createContext<string>();

/** The site's address to the outside, without a slash at its end: "https://mardeminas.com.br". */
export function siteUrl(context: Readonly<RouterContextProvider>): string {
  return context.get(siteUrlContext);
}
