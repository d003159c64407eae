import type { FuzzRequest } from "./fuzz-request.ts";
import type { Diff } from "./watch-lists.ts";

/** The last column is the ad's id and the advertiser's. */
export const testimonialTable = `id::text, null, md5((t.*)::text),
  "postId"::text || ' ' || (select uid::text from posts where id = t."postId")`;

export const isTestimonialLetter = `content->>'subject' ~ 'depoimento' and content->>'toOperator' is null`;

export type ConfirmedTestimonial =
  | { what: "invitations"; postId: string; uid: string }
  | { what: "testimonial"; id: string };

/** What a response may have changed, for the links that name their row by its first characters. */
export function readTestimonials(
  request: FuzzRequest,
  path: string,
  { status }: Response,
): ConfirmedTestimonial[] {
  if (status >= 400) return [];
  const [, postId] = /^\/posts\/([^/]+)\/depoimentos$/.exec(path) ?? [];
  if (postId) return [{ what: "invitations", postId, uid: request.actor.user?.uid ?? "" }];
  const [, linked] = /^\/(?:depoimento|meu-depoimento)\/([0-9a-f]{32})[\w-]+$/.exec(path) ?? [];
  if (!linked) return [];
  const id = linked.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return [{ what: "testimonial", id }];
}

/** Lists changes of testimonials that no response confirmed, and letters that none explains. */
export function findTestimonialChanges(
  changes: Diff,
  letters: number,
  confirmed: readonly { what: string }[],
  deletedPosts: readonly string[],
): string[] {
  const own = confirmed.flatMap((each) =>
    each.what === "invitations" && "postId" in each && "uid" in each
      ? [`${each.postId} ${each.uid}`]
      : [],
  );
  const linked = confirmed.flatMap((each) =>
    each.what === "testimonial" && "id" in each ? [String(each.id)] : [],
  );
  const isExpected = ({ id, more }: { id: string; more: string | null }) =>
    own.includes(more ?? "") || linked.includes(id);
  const wrong: string[] = [];
  for (const { id, more } of changes.added) {
    if (!own.includes(more ?? "")) wrong.push(`testimonial ${id} appeared`);
  }
  for (const row of changes.changed) {
    if (!isExpected(row)) wrong.push(`testimonial ${row.id} changed`);
  }
  for (const row of changes.removed) {
    const isWithAd = deletedPosts.includes(row.more?.split(" ")[0] ?? "");
    if (!isExpected(row) && !isWithAd) wrong.push(`testimonial ${row.id} went`);
  }
  if (letters > linked.length) wrong.push(`${letters} letters about testimonials`);
  return wrong;
}
