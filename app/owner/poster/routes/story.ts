import { requireUser } from "../../../accounts/session.server.ts";
import { listingNotFound } from "../../../listings/missing/listing-not-found.ts";
import { photoStoreContext } from "../../../photos/store.server.ts";
import { cardArtistContext } from "../../../share-cards/card-artist.server.ts";
import { drawOwnStory } from "../../../share-cards/story.server.ts";
import { type Limit, quarterHour, takeTry, tooManyTries } from "../../../site/rate-limit.server.ts";
import { siteContext } from "../../../site/site.server.ts";
import type { Route } from "./+types/story.ts";

/** Each takes about half a second of CPU time. */
const storiesOfUser: Limit = { name: "stories", points: 30, duration: quarterHour };

/** A picture for WhatsApp's status and Instagram's stories, drawn when its owner asks for it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const { uid } = requireUser(context);
  if (!(await takeTry(context, [[storiesOfUser, uid]]))) return answer(429, tooManyTries.message);
  const drawCard = context.get(cardArtistContext);
  const photoStore = context.get(photoStoreContext);
  const picture = await drawOwnStory({ db, photoStore, drawCard }, uid, params.id);
  if (!picture) return answer(404, listingNotFound.message);
  return new Response(Uint8Array.from(picture), {
    headers: {
      "Content-Type": "image/jpeg",
      "X-Robots-Tag": "noindex",
    },
  });
}

function answer(status: number, text: string): Response {
  return new Response(text, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
