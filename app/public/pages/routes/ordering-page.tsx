import { pageMeta } from "../../../platform/ui/shell/page-meta.ts";
import type { PageHandle } from "../../../platform/web/pages/public-page.ts";
import { IllustratedText } from "../illustrated-text.tsx";
import { listOrdering } from "../text-pages.server.ts";
import type { Route } from "./+types/ordering-page.ts";

export const handle = {
  publicPage: { inSitemap: true },
} satisfies PageHandle;

export function loader() {
  return listOrdering;
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const { title, description } = args.loaderData;
  return pageMeta(args, { title, description });
}

export default function OrderRoute({ loaderData }: Route.ComponentProps) {
  return <IllustratedText page={loaderData} />;
}
