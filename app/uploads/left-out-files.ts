import type { LeftOutFile } from "./tray-photo.ts";

/** Chosen files for which an ad has no room, with their pictures. */
export class LeftOutFiles {
  #files: (LeftOutFile & { file: File })[] = [];
  #nextKey = 0;

  /** Adds a file; one chosen again isn't listed twice. */
  add(file: File): void {
    const isListed = this.#files.some(
      (other) => other.name === file.name && other.file.size === file.size,
    );
    if (isListed) return;
    const src = URL.createObjectURL(file);
    this.#files.push({ key: `fora-${this.#nextKey++}`, name: file.name, src, file });
  }

  remove(key: string): File | null {
    const found = this.#files.find((other) => other.key === key);
    if (!found) return null;
    this.#files = this.#files.filter((other) => other !== found);
    release(found);
    return found.file;
  }

  clear(): void {
    for (const each of this.#files) release(each);
    this.#files = [];
  }

  list(): LeftOutFile[] {
    return this.#files.map(({ key, name, src }) => ({ key, name, src }));
  }
}

function release({ src }: LeftOutFile): void {
  if (src) URL.revokeObjectURL(src);
}
