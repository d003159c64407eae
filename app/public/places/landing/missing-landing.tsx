import { isRouteErrorResponse } from "react-router";
import { atLocation, locationPath } from "../../../domain/region/locations.ts";
import { regionChoiceId } from "../../../domain/region/region-choice-part.tsx";
import { MissingPage } from "../../../platform/ui/feedback/notice.tsx";
import { Link } from "../../../platform/ui/link.tsx";
import type { MissingLanding } from "./landing-loader.server.ts";

/** Rethrows any other error than 404. */
export function MissingLandingPage({ error }: { error: unknown }) {
  const missing = isRouteErrorResponse(error) ? (error.data as MissingLanding | null) : null;
  const lugar = missing?.lugar;
  return (
    <MissingPage
      error={error}
      title={
        lugar ? `Ainda há poucas casas assim ${atLocation(lugar)}` : "Não conhecemos esse lugar"
      }
      action={
        <>
          {lugar && (
            <Link className="btn" to={locationPath(lugar)}>
              Ver todas {atLocation(lugar)}
            </Link>
          )}
          <a className={lugar ? "link" : "btn"} href={`/#${regionChoiceId}`}>
            Escolher no mapa
          </a>
        </>
      }
    >
      {lugar
        ? "Quando houver ao menos três, elas ganham uma página. Até lá, veja o que já há por ali."
        : "São dez lugares, em volta do Lago de Furnas e na Serra da Canastra."}
    </MissingPage>
  );
}
