import "react";

declare module "react" {
  /** Allows custom properties, such as `--p`, in `style`. */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined;
  }
}
