import { siteCookieName } from "../../platform/web/cookie-name.ts";

/** Which menu somebody sees. */
export type AccountMark = "anunciante" | "equipe";

/** Scripts may read it: it holds no more than the mark, and grants nothing. */
export const accountCookie = siteCookieName("conta");

/**
 * The only inline script: it must run before the page is painted, because kept pages are the same for everyone. The
 * content policy allows it by its hash.
 */
export const markScript = `var conta=/${accountCookie.replace(".", "\\.")}=(\\w+)/.exec(document.cookie);if(conta)document.documentElement.dataset.conta=conta[1]`;
