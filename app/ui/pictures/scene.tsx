import type { SharedImage } from "../shell/page-meta.ts";

/** The drawings of places and houses that pages show large (scripts/render-illustrations.mjs). */
export const sceneNames = [
  "baloes",
  "canion",
  "casca-danta",
  "chale",
  "cozinha",
  "lago-amanhecer",
  "lagoa-azul",
  "lancha",
  "mirante",
  "paraiso-perdido",
  "paredao",
  "pier",
  "rancho",
  "serra-estrada",
  "varanda",
] as const;

export type SceneName = (typeof sceneNames)[number];

/** The widths a scene is rendered in, px. */
export const sceneWidths = [480, 960, 1600] as const;

function srcSet(name: SceneName, format: "avif" | "webp"): string {
  return sceneWidths.map((width) => `/ilustracoes/${name}-${width}.${format} ${width}w`).join(", ");
}

/** The same drawing as links to its page show it. */
export function sharedScene(name: SceneName, alt: string): SharedImage {
  return { path: `/ilustracoes/${name}-compartilhar.jpg`, width: 1200, height: 630, alt };
}

export interface SceneProps {
  name: SceneName;
  /** "" where the words beside it say the same. */
  alt: string;
  /** The width it takes on the page, as of the HTML attribute. */
  sizes: string;
  /** For the first thing seen: asked for at once, before what is below. */
  first?: boolean;
}

/** A drawing of the region, 4:3, standing where a photograph would. */
export function Scene({ name, alt, sizes, first = false }: SceneProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(name, "avif")} sizes={sizes} />
      <img
        src={`/ilustracoes/${name}-960.webp`}
        srcSet={srcSet(name, "webp")}
        sizes={sizes}
        width={1200}
        height={900}
        alt={alt}
        loading={first ? "eager" : "lazy"}
        fetchPriority={first ? "high" : undefined}
        decoding={first ? undefined : "async"}
      />
    </picture>
  );
}
