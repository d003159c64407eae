import type { MetaDescriptor } from "react-router";
import { locationPath } from "../../../domain/region/locations.ts";
import { sharedScene } from "../../../platform/ui/pictures/scene.tsx";
import { pageMeta, privatePageMeta, siteUrlOf } from "../../../platform/ui/shell/page-meta.ts";
import type { LandingPage } from "./landing-pages.server.ts";
import { describeToMachines } from "./landing-structured-data.ts";
import { describeLanding, headingOf } from "./landing-words.ts";

/** The head of a page, or of the 404 if there is none. */
export function landingMeta(
  args: Parameters<typeof pageMeta>[0],
  page: LandingPage | undefined,
): MetaDescriptor[] {
  if (!page) return privatePageMeta("Página não encontrada");
  const { text, selection } = page;
  return pageMeta(args, {
    title: `${headingOf(page)} para alugar`,
    description: describeLanding(page),
    address: locationPath(text.lugar, selection?.slug),
    image: sharedScene(text.imagem, text.alt),
    structuredData: describeToMachines(siteUrlOf(args), page),
  });
}
