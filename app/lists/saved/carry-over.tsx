import { useEffect, useState } from "react";
import { formatHouses } from "../../listings/listing.ts";
import { saveEntries } from "../../saved/many-saved.ts";
import { entriesOf, idOf, readSaved } from "../../saved/saved-listings.ts";
import { copyText } from "../../ui/copy-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { useInAppBrowser } from "../../ui/use-in-app-browser.ts";

/** After it, the address of /guardados names what another browser saved; servers never see it. */
const mark = "#trazer=";

export interface StorageNoteProps {
  siteUrl: string;
  /** What is saved, with its dates. */
  entries: readonly string[];
}

/** Shown inside apps, where the lead's "only in this browser" may mean until it is closed. */
export function StorageNote({ siteUrl, entries }: StorageNoteProps) {
  const inApp = useInAppBrowser();
  if (!inApp) return null;
  const address = `${siteUrl}/guardados${mark}${encodeURIComponent(entries.join(" "))}`;
  const said = {
    done: "Link copiado. Cole no Chrome ou no Safari.",
    failed: "Não deu para copiar. Compartilhe a lista abaixo.",
  };
  return (
    <div className="note">
      <Icon name="info" />
      <p>
        Você está no navegador do {inApp.app}, que pode esquecer tudo ao fechar. Leve o que guardou
        para outro navegador, ou <a href="#compartilhar">compartilhe a lista</a>.
      </p>
      <button type="button" className="btn btn--line" onClick={() => copyText(address, said)}>
        Copiar link
      </button>
    </div>
  );
}

/** Offers to save here what the address brings from another browser. */
export function Brought() {
  const [brought, setBrought] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!location.hash.startsWith(mark)) return;
    const known = readSaved();
    const entries = entriesOf(decode(location.hash.slice(mark.length)));
    setBrought(entries.filter((entry) => isEntry(entry) && !known.includes(idOf(entry))));
  }, []);
  if (brought.length === 0) return null;
  return (
    <div className="note" role="status">
      <Icon name="heart" />
      <p>
        {formatHouses(brought.length)} de outro navegador {brought.length === 1 ? "veio" : "vieram"}{" "}
        neste link.
      </p>
      <button
        type="button"
        className="btn"
        onClick={() => {
          saveEntries(brought);
          setBrought([]);
        }}
      >
        Guardar aqui
      </button>
    </div>
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function isEntry(entry: string): boolean {
  return /^[0-9a-f-]{36}(,[\d-]{0,10},[\d-]{0,10},\d{0,4})?$/.test(entry);
}
