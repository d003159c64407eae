import { heicHeaderBytes, isHeic } from "../photos/heic.ts";
import { maxPhotoBytes, notAnImageMessage, photoTooLargeMessage } from "../photos/photo-limits.ts";

/** Guesses the type from the name where the browser doesn't know it, as for AVIF on older systems. */
export function photoFileType(file: Pick<File, "name" | "type">): string {
  if (file.type !== "") return file.type;
  const ending = /\.(hei[cf]|avif|jpe?g|png|webp)$/i.exec(file.name)?.[1]?.toLowerCase();
  if (!ending) return "";
  return ending.startsWith("jp") ? "image/jpeg" : `image/${ending}`;
}

export function refusePhotoFile(file: Pick<File, "name" | "type" | "size">): string | null {
  if (!photoFileType(file).startsWith("image/") || file.size === 0) return notAnImageMessage;
  return file.size > maxPhotoBytes ? photoTooLargeMessage : null;
}

/** Looks at the file's content; returns false if it can't be read. */
export async function isHeicFile(file: Blob): Promise<boolean> {
  const header = await file
    .slice(0, heicHeaderBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer());
  return isHeic(new Uint8Array(header));
}
