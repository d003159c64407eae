import { preload } from "react-dom";
import { type Photo, photoSrcSet, photoUrl } from "./photo.ts";

export interface PictureProps {
  photo: Photo;
  /** The width it takes on the page, as of the HTML attribute. */
  sizes: string;
  /** For the first thing seen: asked for at once, before what is below. */
  first?: boolean;
  /** Asked for before it is near. */
  soon?: boolean;
  /** Without one, what the photo says of itself; "" where the words beside it say the same. */
  alt?: string;
}

/** The JPEG for browsers that know no `srcset`, px. */
const plainWidth = 800;

/** A stored photo in the sizes there are. Its colour holds the place until it comes. */
export function Picture({
  photo,
  sizes,
  first = false,
  soon = false,
  alt = photo.alt,
}: PictureProps) {
  const plain = photo.widths.findLast((width) => width <= plainWidth) ?? photo.widths[0];
  if (first) {
    // Named in the head, it is not asked for after all scripts.
    preload(photoUrl(photo, plain ?? photo.width, "avif"), {
      as: "image",
      type: "image/avif",
      imageSrcSet: photoSrcSet(photo, "avif"),
      imageSizes: sizes,
      fetchPriority: "high",
    });
  }
  return (
    <picture>
      <source type="image/avif" srcSet={photoSrcSet(photo, "avif")} sizes={sizes} />
      <img
        src={photoUrl(photo, plain ?? photo.width, "jpg")}
        srcSet={photoSrcSet(photo, "jpg")}
        sizes={sizes}
        width={photo.width}
        height={photo.height}
        alt={alt}
        loading={first || soon ? "eager" : "lazy"}
        fetchPriority={first ? "high" : undefined}
        decoding={first ? undefined : "async"}
        draggable={false}
        style={{ backgroundColor: photo.color }}
      />
    </picture>
  );
}

/** Says that a picture is drawn, where one stands in for a photograph. */
export function IllustrationMark({ photos }: { photos: readonly Photo[] }) {
  return photos.some((photo) => photo.illustration) ? <p className="drawn">Ilustração</p> : null;
}
