import { enumerate } from "../../../platform/ui/words.ts";
import { readPhotoKind, refusePhotoFile } from "./photo-file.ts";
import { canDecode } from "./shrink.ts";

export interface CheckedFiles {
  taken: File[];
  /** A sentence for each reason to refuse some, with their names. */
  refusals: string[];
}

/** Returns a function that looks at chosen files' content, one after another. */
export function createFileCheck(): (files: readonly File[]) => Promise<CheckedFiles> {
  // A browser that reads one HEIC reads them all.
  let readsHeic = false;

  async function refuse(file: File): Promise<string | null> {
    const kind = await readPhotoKind(file);
    const refusal = refusePhotoFile(file, kind);
    if (!refusal || file.size === 0) return refusal;
    // What the browser can read it sends as JPEG.
    const isRead = (kind === "heic" && readsHeic) || (await canDecode(file));
    readsHeic ||= kind === "heic" && isRead;
    return isRead ? null : refusal;
  }

  return async (files) => {
    const taken: File[] = [];
    const refused = new Map<string, string[]>();
    for (const file of files) {
      const refusal = await refuse(file);
      if (refusal) refused.set(refusal, [...(refused.get(refusal) ?? []), file.name]);
      else taken.push(file);
    }
    const refusals = [...refused].map(([refusal, names]) => `${enumerate(names)}: ${refusal}`);
    return { taken, refusals };
  };
}
