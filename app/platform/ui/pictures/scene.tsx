import type { SharedImage } from "../shell/page-meta.ts";
import { type SceneName, sceneWidths } from "./scene-names.ts";

function srcSet(name: SceneName): string {
  return sceneWidths.map((width) => `/ilustracoes/${name}-${width}.avif ${width}w`).join(",");
}

export function sharedScene(name: SceneName, alt: string): SharedImage {
  return { path: `/ilustracoes/${name}-compartilhar.jpg`, width: 1200, height: 630, alt };
}

export interface SceneProps {
  name: SceneName;
  alt: string;
  sizes: string;
  first?: boolean;
}

export function Scene({ name, alt, sizes, first = false }: SceneProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(name)} sizes={sizes} />
      <img
        src={`/ilustracoes/${name}-1092.webp`}
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
