import { type IconName, iconBefore } from "./icon-names.ts";

export interface IconProps {
  name: IconName;
  className?: string | undefined;
}

/** An icon on its own. Before an element's own text it needs none: see {@link iconBefore}. */
export function Icon({ name, className }: IconProps) {
  return <i className={className ? `${iconBefore(name)} ${className}` : iconBefore(name)} />;
}
