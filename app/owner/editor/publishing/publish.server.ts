import type { RouterContextProvider } from "react-router";
import type { CurrentUser } from "../../../domain/accounts/session-context.server.ts";
import type { ListingInput } from "../../../domain/listings/listing.ts";
import { createListing, type PublishResult } from "../../../domain/listings/publishing.server.ts";
import { typed } from "../../../platform/mail/letter-words.ts";
import { queueAccountMail } from "../../../platform/mail/outbox.server.ts";
import { greet, type WrittenLetter } from "../../../platform/mail/owner-words.ts";
import { whatsappShare } from "../../../platform/ui/share-address.ts";
import {
  hour,
  type Limit,
  limitsContext,
  spendPoints,
} from "../../../platform/web/rate-limit.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";

/** A limit of its own, so that publishing never uses up the letters that a new password needs. */
const lettersOfUser: Limit = { name: "published-letter-user", points: 20, duration: hour };

/** Publishes an ad and writes to its owner where it is; whoever publishes over and over gets fewer letters. */
export async function publishListing(
  context: Readonly<RouterContextProvider>,
  { uid, email, displayName }: CurrentUser,
  form: { input: ListingInput; photoIds: string[]; modelId: string },
): Promise<PublishResult> {
  const { db, mailedSiteUrl } = context.get(siteContext);
  // Before the transaction, which mustn't wait for a second connection.
  const isNotified = (await spendPoints(context.get(limitsContext), lettersOfUser, uid, 1)) === 0;
  return db.transaction(async (tx) => {
    const { input, photoIds, modelId } = form;
    const published = await createListing(tx, uid, input, photoIds, modelId);
    if (!published.ok || !isNotified) return published;
    const listing = { id: published.id, title: input.title };
    const letter = writePublishedLetter(displayName, listing, mailedSiteUrl);
    await queueAccountMail(tx, uid, { to: email, ...letter });
    return published;
  });
}

/** `siteUrl` has no trailing slash. */
function writePublishedLetter(
  name: string,
  { id, title }: { id: string; title: string },
  siteUrl: string,
): WrittenLetter & { links: string[] } {
  const listing = `${siteUrl}/posts/${id}`;
  const [named, unnamed] = [title, "Veja o meu anúncio"].map((text) =>
    whatsappShare(text, listing),
  );
  return {
    subject: "Seu anúncio está no ar",
    button: { label: "Ver o anúncio", url: listing },
    links: [named, unnamed].filter((link) => link !== undefined),
    text: (theirs) => `${greet(theirs, name)}

Seu anúncio${theirs(` "${typed(title)}"`, "")} está no ar, neste endereço:
${listing}

## Para receber mais pedidos

Mande o link para quem já se hospedou com você e ponha no seu perfil do Instagram e do WhatsApp.

Compartilhar no WhatsApp: ${theirs(named ?? "", unnamed ?? "")}

Deixe o calendário em dia: quem procura por data vê primeiro as casas livres. Se você também anuncia no Airbnb ou no Booking, ligue os calendários, e o que se ocupa lá fica ocupado aqui.

Abrir o calendário: ${listing}/calendario

Ponha os preços do Réveillon, do Carnaval e dos feriados. Sem preço, muita gente passa para o próximo.

Preços das temporadas: ${listing}/calendario#temporadas

Para mudar textos, fotos e preços quando quiser: ${siteUrl}/posts/edit/${id}

Mar de Minas
`,
  };
}
