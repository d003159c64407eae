import type { ComponentProps } from "react";

export interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  /** Path with its query. */
  to: string;
}

export function Link({ to, ...rest }: LinkProps) {
  return <a {...rest} href={to} />;
}
