import {
  kindHeaderBytes,
  kindOf,
  type PhotoKind,
  refuseKind,
} from "../../../domain/photos/kinds/photo-kind.ts";
import {
  maxPhotoBytes,
  notAnImageMessage,
  photoTooLargeMessage,
} from "../../../domain/photos/photo.ts";

/** Guesses the type from the name where the browser doesn't know it, as for AVIF on older systems. */
export function photoFileType(file: Pick<File, "name" | "type">): string {
  if (file.type !== "") return file.type;
  const ending = /\.(hei[cf]|avif|jpe?g|png|webp|gif|tiff?)$/i.exec(file.name)?.[1]?.toLowerCase();
  if (!ending) return "";
  return ending.startsWith("jp") ? "image/jpeg" : `image/${ending}`;
}

/** Why the file can't be sent as it is; null if it can. */
export function refusePhotoFile(
  file: Pick<File, "name" | "type" | "size">,
  kind: PhotoKind | null = null,
): string | null {
  const refusal = refuseKind(kind);
  if (refusal) return refusal;
  const isPicture = kind !== null || photoFileType(file).startsWith("image/");
  if (!isPicture || file.size === 0) return notAnImageMessage;
  return file.size > maxPhotoBytes ? photoTooLargeMessage : null;
}

/** Looks at the file's content; null if it can't be read or is no picture. */
export async function readPhotoKind(file: File): Promise<PhotoKind | null> {
  const header = await file
    .slice(0, kindHeaderBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer());
  return kindOf(new Uint8Array(header), file.name);
}

/** {@link refusePhotoFile} by the file's content. A browser may yet redraw a file that is refused. */
export async function findRefusal(file: File): Promise<string | null> {
  return refusePhotoFile(file, await readPhotoKind(file));
}
