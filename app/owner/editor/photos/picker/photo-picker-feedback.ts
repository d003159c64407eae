import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { showToast } from "../../../../platform/ui/feedback/toast.ts";
import type { PhotoTray, TrayPhoto, TraySnapshot } from "../photo-tray.ts";

export function useTray(tray: PhotoTray): TraySnapshot {
  return useSyncExternalStore(tray.subscribe, tray.getSnapshot, tray.getSnapshot);
}

/** Shows a toast for each photo that fails. */
export function useFailureToasts(tray: PhotoTray): void {
  const { photos } = useTray(tray);
  const failed = useRef(new Set<string>());
  useEffect(() => {
    for (const { key, error } of photos) {
      if (!error) failed.current.delete(key);
      else if (!failed.current.has(key) && error.kind !== "canceled") {
        failed.current.add(key);
        showToast({ kind: "error", text: error.message });
      }
    }
  }, [photos]);
}

/** Words for screen readers when photos are added, finished, moved or removed. */
export function useAnnouncement(tray: PhotoTray): string {
  const { photos, ready } = useTray(tray);
  const before = useRef({ keys: photos.map(({ key }) => key), ready });
  const [said, setSaid] = useState("");
  useEffect(() => {
    const keys = photos.map(({ key }) => key);
    const old = before.current;
    before.current = { keys, ready };
    if (keys.length > old.keys.length) {
      const count = keys.length - old.keys.length;
      setSaid(count === 1 ? "1 foto a caminho." : `${count} fotos a caminho.`);
    } else if (keys.length < old.keys.length) {
      setSaid(`Foto ${old.keys.findIndex((key, i) => key !== keys[i]) + 1} removida.`);
    } else if (ready > old.ready) {
      setSaid(`${ready} de ${keys.length} fotos prontas.`);
    } else if (keys.some((key, i) => key !== old.keys[i])) {
      setSaid(keys[0] === old.keys[0] ? "Foto movida." : "A capa mudou.");
    }
  }, [photos, ready]);
  return said;
}

type FocusTarget = { index: number; at: "remove" | "lead" | "turn" } | { key: string; by: -1 | 1 };

/** Keeps the focus among the photos when the focused button disappears or moves. */
export function useFocusAfter(
  list: RefObject<HTMLUListElement | null>,
  photos: TrayPhoto[],
): (wish: FocusTarget) => void {
  const wish = useRef<FocusTarget | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the photos have changed
  useLayoutEffect(() => {
    const wanted = wish.current;
    wish.current = null;
    if (!wanted || !list.current) return;
    const tiles = list.current.querySelectorAll<HTMLElement>("[data-photo]");
    if ("index" in wanted) {
      const next = tiles[Math.min(wanted.index, tiles.length - 1)];
      const target = next?.querySelector<HTMLElement>(`[data-action=${wanted.at}]`);
      if (!target && wanted.at === "turn" && document.activeElement === document.body) {
        // The button is back once the photo is turned.
        wish.current = wanted;
        return;
      }
      (target ?? list.current.querySelector<HTMLElement>("input[type=file]"))?.focus();
      return;
    }
    const moved = [...tiles].find((tile) => tile.dataset.photo === wanted.key);
    const all = [...(moved?.querySelectorAll<HTMLElement>("button") ?? [])];
    const buttons = all.filter((button) => button.offsetParent !== null);
    const same = buttons.find((button) =>
      button.getAttribute("aria-label")?.endsWith(wanted.by < 0 ? "para antes" : "para depois"),
    );
    (same ?? buttons[0])?.focus();
  }, [photos]);
  return (next) => {
    wish.current = next;
  };
}
