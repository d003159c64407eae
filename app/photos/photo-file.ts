import { maxPhotoBytes, notAnImageMessage, photoTooLargeMessage } from "./photo.ts";

/** A file's type; by its name where the browser knows none, as with HEIC outside of Apple. */
export function photoFileType(file: Pick<File, "name" | "type">): string {
  if (file.type !== "") return file.type;
  const ending = /\.(hei[cf]|avif|jpe?g|png|webp)$/i.exec(file.name)?.[1]?.toLowerCase();
  if (!ending) return "";
  return ending.startsWith("jp") ? "image/jpeg" : `image/${ending}`;
}

/** Why a file cannot be a photo, or null. */
export function refusePhotoFile(file: Pick<File, "name" | "type" | "size">): string | null {
  if (!photoFileType(file).startsWith("image/") || file.size === 0) return notAnImageMessage;
  return file.size > maxPhotoBytes ? photoTooLargeMessage : null;
}
