import { and, desc, eq, isNull, or } from "drizzle-orm";
import type { PauseColumns } from "../../domain/accounts/visibility/pause.ts";
import { pauseColumns } from "../../domain/accounts/visibility/visibility.server.ts";
import { listingChecks } from "../../platform/db/check-schema.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { deletedPosts, posts, users } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { contains, hasPhone } from "../search-panel.server.ts";

export interface ListedAd extends PauseColumns {
  id: string;
  title: string;
  localizacao: string;
  telefone: string;
  telefone2: string;
  nomeContato: string;
  createdAt: Date;
  checkedAt: Date | null;
  /** The change that ended its check, and when; null if none did. */
  checkEndedAt: Date | null;
  checkEndedBy: string[] | null;
  nomePix: string;
  version: number;
  uid: string;
  ownerName: string;
  ownerEmail: string;
}

/** Lists ads, newest first, without those being deleted. Searches title, id, phone and owner. */
export function listAds(db: Db, q: string, limit: number): Promise<ListedAd[]> {
  // A page's address may be pasted as well.
  const id = q.trim().split(/[/?#]/).find(isUuid);
  return db
    .select({
      id: posts.id,
      title: posts.title,
      localizacao: posts.localizacao,
      telefone: posts.telefone,
      telefone2: posts.telefone2,
      nomeContato: posts.nomeContato,
      createdAt: posts.createdAt,
      ...pauseColumns,
      checkedAt: posts.checkedAt,
      checkEndedAt: listingChecks.endedAt,
      checkEndedBy: listingChecks.endedBy,
      nomePix: posts.nomePix,
      version: posts.version,
      uid: posts.uid,
      ownerName: users.displayName,
      ownerEmail: users.email,
    })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .leftJoin(deletedPosts, eq(deletedPosts.id, posts.id))
    .leftJoin(listingChecks, eq(listingChecks.postId, posts.id))
    .where(
      and(
        isNull(deletedPosts.id),
        or(
          id ? eq(posts.id, id) : undefined,
          contains(q, posts.title, users.displayName, users.email),
          hasPhone(q),
        ),
      ),
    )
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(limit);
}
