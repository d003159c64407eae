import type { LeftOutPhoto } from "./tray-photo.ts";

/** A chosen file, or another ad's photo to copy. */
export interface OfferedPhoto {
  /** The same for a photo that is offered again. */
  id: string;
  name: string;
  /** Makes the address of its picture, which may be an object URL. */
  draw: () => string;
  /** Takes it into the form. */
  begin: () => void;
}

export function offeredFile(file: File, begin: () => void): OfferedPhoto {
  const { name, size } = file;
  return { id: `${size} ${name}`, name, draw: () => URL.createObjectURL(file), begin };
}

interface LeftOut extends LeftOutPhoto {
  offered: OfferedPhoto;
}

/** Photos for which an ad has no room, with their pictures. */
export class LeftOutPhotos {
  #photos: LeftOut[] = [];
  #nextKey = 0;

  /** Adds a photo; one offered again isn't listed twice. */
  add(offered: OfferedPhoto): void {
    if (this.#photos.some((other) => other.offered.id === offered.id)) return;
    const { name } = offered;
    this.#photos.push({ key: `fora-${this.#nextKey++}`, name, src: offered.draw(), offered });
  }

  remove(key: string): OfferedPhoto | null {
    const found = this.#photos.find((other) => other.key === key);
    if (!found) return null;
    this.#drop([found]);
    return found.offered;
  }

  /** Forgets the photos with these ids, or all. */
  clear(ids?: readonly string[]): void {
    this.#drop(this.#photos.filter(({ offered }) => !ids || ids.includes(offered.id)));
  }

  #drop(dropped: readonly LeftOut[]): void {
    this.#photos = this.#photos.filter((photo) => !dropped.includes(photo));
    for (const { src } of dropped) if (src) URL.revokeObjectURL(src);
  }

  list(): LeftOutPhoto[] {
    return this.#photos.map(({ key, name, src }) => ({ key, name, src }));
  }
}
