import { CopyAddress } from "../../../platform/ui/copy-address.tsx";
import { findInAppBrowser, type InAppBrowser } from "../../../platform/ui/in-app-browser.ts";
import { useIsHydrated } from "../../../platform/ui/use-is-hydrated.ts";
import styles from "./in-app-note.module.css";

/** Which browser to use instead of the one inside an app. */
export function InAppNote() {
  const inApp = useInAppBrowser();
  if (!inApp) return null;
  const { app, browser } = inApp;
  return (
    <div className={`note ${styles.note}`} role="note">
      <p>
        <b>Anuncie pelo {browser}.</b> Aqui, no navegador do {app}, as fotos podem ir só uma por vez
        e o que você escrever pode se perder. Copie o endereço, cole no {browser} e entre na sua
        conta.
      </p>
      <CopyAddress address={location.origin + location.pathname} />
    </div>
  );
}

/** Null on the server and during hydration. */
function useInAppBrowser(): InAppBrowser | null {
  return useIsHydrated() ? findInAppBrowser(navigator.userAgent) : null;
}
