import { typed } from "../../../platform/mail/letter-words.ts";
import { greet, type WrittenLetter } from "../../../platform/mail/owner-words.ts";
import { whatsappShare } from "../../../platform/ui/share-address.ts";

/** `siteUrl` has no trailing slash. */
export function writePublishedLetter(
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
