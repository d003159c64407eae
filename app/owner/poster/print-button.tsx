import { Icon } from "../../ui/icon.tsx";
import { useIsHydrated } from "../../ui/use-is-hydrated.ts";

/** Without script, browsers have a menu for it. */
export function PrintButton() {
  if (!useIsHydrated()) return null;
  return (
    <button type="button" className="btn" onClick={() => print()}>
      <Icon name="printer" />
      Imprimir
    </button>
  );
}
