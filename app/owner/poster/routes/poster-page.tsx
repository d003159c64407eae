import { data, isRouteErrorResponse } from "react-router";
import { requireUser } from "../../../domain/accounts/session-context.server.ts";
import { findOwnListing } from "../../../domain/listings/listings.server.ts";
import { listingNotFound } from "../../../domain/listings/missing/absence.ts";
import { LoadFailure } from "../../../domain/listings/missing/load-failure.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import { drawQrCode } from "../../../platform/ui/pictures/draw-qr-code.ts";
import { Page, PageHead } from "../../../platform/ui/shell/page-head.tsx";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import styles from "../poster.module.css";
import { Poster } from "../poster.tsx";
import type { Route } from "./+types/poster-page.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, siteUrl } = context.get(siteContext);
  const { uid } = requireUser(context);
  const listing = await findOwnListing(db, uid, params.id);
  if (!listing) throw data(listingNotFound.message, { status: 404 });
  const { id, title, localizacao, telefone, whatsapp, nomeContato, photos } = listing;
  const { quantidadeMaximaPessoas, QuantidadeTotalQuartos, lazer } = listing;
  const address = `${siteUrl}/posts/${id}`;
  return {
    listing: {
      ...{ title, localizacao, telefone, whatsapp, nomeContato, lazer },
      ...{ quantidadeMaximaPessoas, QuantidadeTotalQuartos },
      photo: photos[0] ?? null,
    },
    address,
    code: drawQrCode(address),
  };
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Cartaz");
}

export default function PosterRoute({ loaderData }: Route.ComponentProps) {
  const { listing, address, code } = loaderData;
  return (
    <Page className={styles.page}>
      <PageHead
        className={styles.head}
        title="Cartaz"
        lead="Uma página A4 para o portão, a padaria ou a marina."
        back={{ to: "/dashboard", text: "Meus Anúncios" }}
      >
        {/* Without script, browsers have a menu for it. */}
        <button type="button" className={`btn ${styles.print}`} data-print>
          <Icon name="printer" />
          Imprimir
        </button>
      </PageHead>
      <Poster listing={listing} address={address} code={code} />
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  if (isRouteErrorResponse(error) && !isMissing && error.status < 500) throw error;
  return <LoadFailure message={isMissing ? listingNotFound.message : undefined} />;
}
