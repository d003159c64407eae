import { maxPhotoBytes, notAnImageMessage, photoTooLargeMessage } from "../photos/photo-limits.ts";

/** From the name if the browser doesn't know the type, as with HEIC outside Apple's. */
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
