import { isUuid } from "../../../platform/db/uuid.ts";
import { drawQrCode } from "../../../platform/ui/pictures/draw-qr-code.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import type { Route } from "./+types/code.ts";

/** A QR code of an ad's address, for paper. It says nothing about the ad, so any id will do. */
export function loader({ params, context }: Route.LoaderArgs) {
  if (!isUuid(params.id)) throw new Response(null, { status: 404 });
  const { siteUrl } = context.get(siteContext);
  const { size, path } = drawQrCode(`${siteUrl}/posts/${params.id}`);
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
  return new Response(picture, {
    headers: { "Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=86400" },
  });
}
