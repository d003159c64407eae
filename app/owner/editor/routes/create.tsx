import { findAccount, type QuotaRefusal, refuseByQuota } from "../../../accounts/account.server.ts";
import { requireUser } from "../../../accounts/session.server.ts";
import { today } from "../../../calendar/civil-date.ts";
import type { PageHandle } from "../../../delivery/public-page.ts";
import { draftDays } from "../../../listings/drafts/draft-days.ts";
import { findDraft } from "../../../listings/drafts/listing-drafts.server.ts";
import { redirectWithFlash } from "../../../site/flash.server.ts";
import { sendForm } from "../../../site/forms/send-form.ts";
import { siteContext } from "../../../site/site.server.ts";
import { privatePageMeta } from "../../../ui/shell/page-meta.ts";
import { readListingForm } from "../listing-form.server.ts";
import { ListingForm, notSaved } from "../listing-form.tsx";
import { publishListing } from "../publishing/publish.server.ts";
import type { Route } from "./+types/create.ts";

export const handle = { takesPhotos: true } satisfies PageHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const user = requireUser(context);
  const refusal = refuseByQuota(await findAccount(db, user.uid));
  if (refusal) throw await redirectByQuota(refusal);
  const keptDraft = await findDraft(db, user.uid);
  return { uid: user.uid, draftId: crypto.randomUUID(), today: today(), keptDraft };
}

export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context);
  // The quota comes after the photos, which a refused ad keeps with its draft. It also limits how often one
  // publishes.
  const form = await readListingForm(context, request, user.uid);
  if (!form.ok) return form.reply;
  const published = await publishListing(context, user, form);
  if (published.ok) {
    const path = `/posts/${published.id}`;
    return redirectWithFlash("/", {
      kind: "success",
      text: "Anúncio publicado!",
      more: "Agora mande o link a quem já se hospedou, ponha os preços das temporadas e deixe o calendário em dia.",
      links: [
        { to: path, text: "Ver o anúncio" },
        { to: `${path}/calendario#temporadas`, text: "Preços de temporada" },
        { to: `${path}/calendario`, text: "Calendário" },
      ],
      share: { path, title: form.input.title },
      endedDraft: form.draftId,
    });
  }
  return "destination" in published
    ? redirectByQuota(published, form.isDrafted ? draftKept : undefined)
    : form.refuse(published);
}

const draftKept = `O que você preencheu ficou guardado neste aparelho por uma semana e, na sua conta, por ${draftDays} dias.`;

function redirectByQuota({ destination, message }: QuotaRefusal, more?: string) {
  return redirectWithFlash(destination, {
    kind: "error",
    text: message,
    more,
    links: [{ to: "/plans", text: "Ver os planos" }],
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return sendForm(args, notSaved);
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Cadastrar Imovel");
}

export default function Create({ loaderData, actionData }: Route.ComponentProps) {
  return <ListingForm {...loaderData} reply={actionData} />;
}
