import type { ComponentType } from "react";
import { writeIslandData } from "./island-data.ts";

export interface IslandProps<Props extends object> {
  /** Its name in app/islands.ts. */
  name: string;
  of: ComponentType<Props>;
  /** Plain data and dates. */
  props: Props;
  /** True if React may wait until the island is touched. */
  waits?: boolean | undefined;
}

/**
 * A part of a page that React hydrates. It must import neither the router nor the server's code (docs/decisions/010).
 * Translators leave its texts alone, because React wouldn't find those that it changes.
 */
export function Island<Props extends object>({
  name,
  of: Component,
  props,
  waits = false,
}: IslandProps<Props>) {
  return (
    <>
      <div data-island={name} data-waits={waits || undefined} translate="no">
        <Component {...props} />
      </div>
      <script
        type="text/plain"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: without "<" no tag can end in it
        dangerouslySetInnerHTML={{ __html: writeIslandData(props).replaceAll("<", "\\u003c") }}
      />
    </>
  );
}
