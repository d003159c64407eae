/** The server keeps unfinished uploads, and photos without a listing, this long. */
const maxAgeMs = 24 * 3_600_000;

/** Keeps values in the browser for a day, if it has storage. */
export interface DayStorage<Value> {
  read: () => Record<string, Value>;
  put: (key: string, value: Value) => void;
  drop: (key: string) => void;
}

export function createDayStorage<Value extends object>(storageKey: string): DayStorage<Value> {
  type Kept = Value & { at: number };

  function read(): Record<string, Kept> {
    try {
      const all: Record<string, Kept> = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
      const fresh = Object.entries(all).filter(([, { at }]) => Date.now() - at < maxAgeMs);
      return Object.fromEntries(fresh);
    } catch {
      return {};
    }
  }

  function write(all: Record<string, Kept>): void {
    try {
      localStorage.setItem(storageKey, JSON.stringify(all));
    } catch {}
  }

  return {
    read,
    put: (key, value) => write({ ...read(), [key]: { ...value, at: Date.now() } }),
    drop(key) {
      const { [key]: known, ...others } = read();
      if (known) write(others);
    },
  };
}
