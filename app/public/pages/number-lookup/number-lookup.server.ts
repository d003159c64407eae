import { and, desc, inArray, or, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { isPublic } from "../../../domain/accounts/visibility/visibility.server.ts";
import { listById } from "../../../domain/listings/listings.server.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { posts } from "../../../platform/db/schema.ts";
import { formatPhone } from "../../../platform/ui/forms/phone.ts";
import type { FormResult, SentForm } from "../../../platform/web/forms/answer-forms.server.ts";
import { hour, type Limit, takeTry } from "../../../platform/web/rate-limit.server.ts";
import { refuse } from "../../../platform/web/refusal.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import type { SmallListing } from "../../listing-page/similar/small-listings.tsx";
import { findTrustSignals } from "../../listing-page/static/trust-signals.server.ts";
import type { NumberAnswer } from "./number-answer.tsx";
import { readNumber, spellingsOf } from "./read-number.server.ts";

/** Generous, since a mobile operator's customers share addresses. */
const lookupsOfAddress: Limit = { name: "number-address", points: 30, duration: hour };

const tooManyLookups = refuse(
  "too-many-tries",
  "Daqui já foram conferidos muitos números nesta hora. Tente de novo mais tarde. Até lá, abra o anúncio e ligue para o telefone que está nele.",
  { status: 429 },
);

/** Ads listed for one number. */
const maxListed = 12;

/**
 * Looks a number up among the published ads. It is neither stored nor logged, and a number of hidden ads
 * or of an account gets the answer of an unknown one.
 */
export async function lookUpNumber(
  context: Readonly<RouterContextProvider>,
  { text }: SentForm,
): Promise<FormResult<NumberAnswer>> {
  const telefone = text("telefone");
  const read = readNumber(telefone);
  if (!read.ok) return refuse("invalid", read.problem, { field: "telefone" });
  const { db, clientAddress } = context.get(siteContext);
  if (!(await takeTry(context, [[lookupsOfAddress, clientAddress]]))) return tooManyLookups;
  const found = await findWithNumber(db, read.digits);
  return { ok: true, typed: { telefone }, done: { number: formatPhone(read.digits), ...found } };
}

/** Finds the published ads that bear a number, as their first or second, newest first. */
async function findWithNumber(
  db: Db,
  digits: string,
): Promise<Pick<NumberAnswer, "listings" | "total">> {
  const spellings = spellingsOf(digits);
  const rows = await db
    .select({
      id: posts.id,
      createdBy: posts.createdBy,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(posts)
    .where(
      and(or(inArray(posts.telefone, spellings), inArray(posts.telefone2, spellings)), isPublic),
    )
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(maxListed);
  const nameOf = new Map(rows.map(({ id, createdBy }) => [id, createdBy]));
  const ads = await listById(db, [...nameOf.keys()]);
  const listings = await Promise.all(
    ads.map(async ({ photos, ...ad }): Promise<SmallListing> => {
      const name = nameOf.get(ad.id);
      const signals = await findTrustSignals(db, ad.id);
      const notes = [
        ...(name ? [`Anunciante: ${name}`] : []),
        ...(signals?.checked ? [`Conferido em ${signals.checked}`] : []),
      ];
      const { id, title, localizacao, quantidadeMaximaPessoas, valorFds, valorDiaria } = ad;
      const shown = { id, title, localizacao, quantidadeMaximaPessoas, valorFds, valorDiaria };
      return { ...shown, photo: photos[0] ?? null, notes };
    }),
  );
  return { listings, total: rows[0]?.total ?? 0 };
}
