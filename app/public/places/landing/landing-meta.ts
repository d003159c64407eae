import type { MetaDescriptor } from "react-router";
import { locationPath } from "../../region/locations.ts";
import { sharedScene } from "../../ui/pictures/scene.tsx";
import { pageMeta, privatePageMeta, siteUrlOf } from "../../ui/shell/page-meta.ts";
import type { LandingPage } from "./landing-pages.server.ts";
import { describeLanding, headingOf } from "./landing-words.ts";
import { describeToMachines } from "./structured-data.ts";

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
