import "react";

declare module "react" {
  /** Custom properties, such as `--p`, may stand in `style`. */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined;
  }
}
