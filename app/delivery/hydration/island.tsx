import type { ComponentType } from "react";
import { useIsStaticPage } from "./hydration-script.tsx";
import { writeIslandData } from "./island-data.ts";
import { referToMarkup, ShownMarkupContext } from "./markup.tsx";

export interface IslandProps<Props extends object> {
  /** Its name in app/wake.ts. */
  name: string;
  of: ComponentType<Props>;
  /** Plain data and dates. */
  props: Props;
  /** True if React may wait until the island is touched. */
  waits?: boolean | undefined;
}

/**
 * A part of a static page that React hydrates, without the router: it must not import that (docs/decisions/066).
 * Where the router hydrates, the same component is a part of its page like any other.
 */
export function Island<Props extends object>({
  name,
  of: Component,
  props,
  waits = false,
}: IslandProps<Props>) {
  if (!useIsStaticPage()) return <Component {...props} />;
  const shown: string[] = [];
  return (
    <>
      <div data-island={name} data-waits={waits || undefined}>
        <ShownMarkupContext value={shown}>
          <Component {...props} />
        </ShownMarkupContext>
      </div>
      <IslandData props={props} shown={shown} />
    </>
  );
}

/** React renders it after the island, whose HTML it leaves out. */
function IslandData({ props, shown }: { props: object; shown: readonly string[] }) {
  const text = referToMarkup(writeIslandData(props), shown);
  return (
    <script
      type="text/plain"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: without "<" no tag can end in it
      dangerouslySetInnerHTML={{ __html: text.replaceAll("<", "\\u003c") }}
    />
  );
}
