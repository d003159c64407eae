import { Fragment, type SyntheticEvent } from "react";
import { sceneWidths } from "./scene-names.ts";

const widths = {
  small: sceneWidths.slice(0, 3),
  cover: [800, 1200, 1600, 2400],
  upright: [720, 960],
} as const;

export type IllustrationName =
  | "vazio-pier"
  | "vazio-chuva"
  | "vazio-placa"
  | "lago-amanhecer"
  | "rancho"
  | "varanda";

function srcSet(name: string, sizes: readonly number[]): string {
  return sizes.map((width) => `/ilustracoes/${name}-${width}.avif ${width}w`).join(",");
}

export interface IllustrationProps {
  name: IllustrationName;
  sizes: string;
  loading?: "eager" | "lazy";
}

/** Shows a decoration: the words beside it say the same. One that doesn't load leaves no empty box. */
export function Illustration({ name, sizes, loading = "lazy" }: IllustrationProps) {
  const scene = name.startsWith("vazio");
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(name, widths.small)} sizes={sizes} />
      <img
        src={`/ilustracoes/${name}-1092.webp`}
        width={scene ? 800 : 1200}
        height={scene ? 500 : 900}
        alt=""
        loading={loading}
        onError={hideBroken}
      />
    </picture>
  );
}

function hideBroken(event: SyntheticEvent<HTMLImageElement>): void {
  event.currentTarget.parentElement?.toggleAttribute("hidden", true);
}

const dark = "(prefers-color-scheme: dark)";

const phone = "(max-width: 30rem)";
const uprightSizes = "540px";

const covers = [
  { media: `${phone} and ${dark}`, name: "capa-noite-retrato", upright: true },
  { media: phone, name: "capa-dia-retrato", upright: true },
  { media: dark, name: "capa-noite", upright: false },
  { media: undefined, name: "capa-dia", upright: false },
] as const;

/** Address for browsers without AVIF, which get a single width. */
function plainCover(name: (typeof covers)[number]["name"], upright: boolean): string {
  return `/ilustracoes/${name}-${upright ? 960 : 1600}.webp`;
}

/** Uses an `<img>` rather than a background, so that the preload scanner finds it. */
export function Cover({ sizes }: { sizes: string }) {
  return (
    <picture>
      {covers.map(({ media, name, upright }) => (
        <Fragment key={name}>
          <source
            media={media}
            type="image/avif"
            srcSet={srcSet(name, upright ? widths.upright : widths.cover)}
            sizes={upright ? uprightSizes : sizes}
          />
          {media && <source media={media} srcSet={plainCover(name, upright)} />}
        </Fragment>
      ))}
      <img
        src={plainCover("capa-dia", false)}
        width={2560}
        height={1000}
        alt=""
        fetchPriority="high"
      />
    </picture>
  );
}
