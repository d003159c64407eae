import { answerForms } from "../../site/forms/answer-forms.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { noted } from "../answer.server.ts";
import { listCopiedAds } from "../copies/copied-ads.server.ts";
import { CopiedAdsCase } from "../copies/copied-ads.tsx";
import { dismissCopies } from "../copies/copy-commands.server.ts";
import { readSeenPairs } from "../copies/seen-pairs.ts";
import { PanelHead } from "../panel.tsx";
import { requireStaff } from "../staff/staff-context.server.ts";
import type { Route } from "./+types/copies.ts";

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  return { copied: await listCopiedAds(context.get(siteContext).db) };
}

export function action(args: Route.ActionArgs) {
  const { context, url } = args;
  const user = requireStaff(context);
  const { db } = context.get(siteContext);
  return answerForms(args, {
    dispensar: ({ text }) =>
      noted(
        dismissCopies(db, user, readSeenPairs(text("vistas"))),
        url,
        "Certo: estas fotos não voltam à lista.",
      ),
  });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Fotos copiadas");
}

export default function CopiesRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { copied } = loaderData;
  return (
    <>
      <PanelHead title="Fotos copiadas" />
      <p className="soft">
        {copied.length === 0
          ? "Nenhuma foto repetida. Toda foto nova é comparada com as dos outros anunciantes, e as cópias aparecem aqui."
          : "Fotos iguais em anúncios de donos diferentes. Nada foi escondido: pode haver um bom motivo, como um casal com duas contas. Vale conferir de quem é a casa."}
      </p>
      {copied.map((one) => (
        <CopiedAdsCase key={`${one.older.id}_${one.newer.id}`} copied={one} outcome={actionData} />
      ))}
    </>
  );
}
