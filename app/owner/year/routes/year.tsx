import { requireUser } from "../../../accounts/session.server.ts";
import { today } from "../../../calendar/civil-date.ts";
import { siteContext } from "../../../site/site.server.ts";
import { Page, PageHead } from "../../../ui/shell/page-head.tsx";
import { privatePageMeta } from "../../../ui/shell/page-meta.ts";
import { findOwnYear } from "../../../visits/year/year.server.ts";
import { PrintButton } from "../../print-button.tsx";
import styles from "../year-sheet.module.css";
import { YearSheet } from "../year-sheet.tsx";
import type { Route } from "./+types/year.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const user = requireUser(context);
  const { db } = context.get(siteContext);
  const day = today();
  return { name: user.displayName, today: day, year: await findOwnYear(db, user.uid, day) };
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("O ano em uma folha");
}

export default function YearRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <PageHead
        className={styles.screen}
        title="O ano em uma folha"
        lead="O que os seus anúncios trouxeram nos últimos doze meses, em uma página A4."
        back={{ to: "/dashboard", text: "Meus Anúncios" }}
      >
        <PrintButton />
      </PageHead>
      <YearSheet {...loaderData} />
    </Page>
  );
}
