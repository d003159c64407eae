import { and, count, eq, isNull, ne, type SQL, sql, sum } from "drizzle-orm";
import type { Db, Transaction } from "../../../../platform/db/client.server.ts";
import { photos, uploads } from "../../../../platform/db/schema.ts";
import { DiskFull } from "../../../../platform/web/disk/free-space.server.ts";
import { type Refusal, refuse } from "../../../../platform/web/refusal.ts";
import { lockUser } from "../../../accounts/account.server.ts";
import { maxPhotosPerListing, tooManyPhotosMessage, uploadFailure } from "../../photo.ts";
import type { PhotoStore } from "../../store.server.ts";

/** Photos and uploads of an advertiser, over all their forms, that have no listing. */
const maxWaitingPhotos = 60;

/** Limit in characters; the same as in most file systems. */
const maxFilenameLength = 255;

/** Share of an advertiser's space that is available until the e-mail is confirmed. */
const unconfirmedShare = 1 / 5;

/** Limit per network: mobile operators put thousands of phones behind an address. */
const maxUnfinishedBytes = 1_000_000_000;

export interface AnnouncedUpload {
  id: string;
  uid: string;
  draftId: string;
  filename: string;
  size: number;
  /** Keyed hash of the network that the bytes will come from; null if they are already here. */
  network: string | null;
}

export interface UploadRefusal
  extends Refusal<
    | "long-name"
    | "no-user"
    | "too-many-photos"
    | "too-many-waiting"
    | "no-space"
    | "disk-full"
    | "busy-network"
  > {
  retryAfterSeconds?: number;
}

/** Admits an upload within the quota, and ten at most per form (spec §9). */
export async function beginUpload(
  db: Db,
  store: PhotoStore,
  upload: AnnouncedUpload,
  replaced?: string,
): Promise<{ ok: true } | UploadRefusal> {
  // PostgreSQL can't store NUL, and no control character belongs in a name.
  const filename = upload.filename.replace(/\p{Cc}/gu, "").toWellFormed();
  if (filename.length > maxFilenameLength) {
    return refuse(
      "long-name",
      `O nome do arquivo passa de ${maxFilenameLength} caracteres. Encurte-o.`,
    );
  }
  if ((await store.freeSpace()).isLow) {
    return refuseFullDisk();
  }
  return db.transaction(async (tx): Promise<{ ok: true } | UploadRefusal> => {
    // Serialises the advertiser's uploads, so that the counts below are right.
    const account = await lockUser(tx, upload.uid);
    if (!account) return refuse("no-user", "Esta conta não existe mais.");
    const { uid, draftId, network } = upload;
    if ((await countWaiting(tx, { uid, draftId, except: replaced })) >= maxPhotosPerListing) {
      return refuse("too-many-photos", tooManyPhotosMessage);
    }
    if ((await countWaiting(tx, { uid, except: replaced })) >= maxWaitingPhotos) {
      return refuse(
        "too-many-waiting",
        "Há fotos demais esperando por um anúncio. Publique-o ou remova algumas.",
      );
    }
    const full = await refuseBySpace(tx, account.emailVerified, store, upload);
    if (full) return full;
    if (network !== null) {
      // The network's other advertisers wait for their turn, so that the sum is right.
      await tx.execute(
        sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${network}`}, 0))`,
      );
      const unfinished = await sumUploads(tx, eq(uploads.network, network));
      if (unfinished + upload.size > maxUnfinishedBytes) {
        const message =
          "Há envios demais por terminar na sua conexão. Espere um minuto e tente de novo.";
        return { ...refuse("busy-network", message, { status: 429 }), retryAfterSeconds: 60 };
      }
    }
    await tx.insert(uploads).values({ ...upload, filename });
    return { ok: true };
  });
}

export function refuseFullDisk(): UploadRefusal {
  const message = `${uploadFailure}: ${new DiskFull().message}. Tente de novo mais tarde.`;
  // Longer than browsers retry an upload: somebody has to make room.
  return { ...refuse("disk-full", message, { status: 503 }), retryAfterSeconds: 60 * 60 };
}

interface Waiting {
  uid: string;
  draftId?: string;
  except?: string | undefined;
}

async function countWaiting(tx: Transaction, { uid, draftId, except }: Waiting): Promise<number> {
  const [uploading] = await tx
    .select({ n: count() })
    .from(uploads)
    .where(and(eq(uploads.uid, uid), draftId ? eq(uploads.draftId, draftId) : undefined));
  const [waiting] = await tx
    .select({ n: count() })
    .from(photos)
    .where(
      and(
        eq(photos.uid, uid),
        isNull(photos.postId),
        draftId ? eq(photos.draftId, draftId) : undefined,
        except ? ne(photos.id, except) : undefined,
      ),
    );
  return (uploading?.n ?? 0) + (waiting?.n ?? 0);
}

async function refuseBySpace(
  tx: Transaction,
  isConfirmed: boolean,
  { settings }: PhotoStore,
  { uid, size }: { uid: string; size: number },
): Promise<UploadRefusal | null> {
  const most = settings.bytesPerUser * (isConfirmed ? 1 : unconfirmedShare);
  const used = (await sumUploads(tx, eq(uploads.uid, uid))) + (await sumPhotos(tx, uid));
  if (used + size <= most) return null;
  const megabytes = Math.floor(most / 1_000_000);
  return refuse(
    "no-space",
    isConfirmed
      ? `As suas fotos já ocupam os ${megabytes} MB da sua conta. Remova algumas antes.`
      : `As suas fotos já ocupam os ${megabytes} MB de uma conta sem e-mail confirmado. Confirme o seu em Minha conta para ter mais espaço.`,
    { status: 402 },
  );
}

async function sumUploads(tx: Transaction, which: SQL): Promise<number> {
  const [coming] = await tx
    .select({ n: sum(uploads.size).mapWith(Number) })
    .from(uploads)
    .where(which);
  return coming?.n ?? 0;
}

async function sumPhotos(tx: Transaction, uid: string): Promise<number> {
  const [kept] = await tx
    .select({ n: sum(photos.bytes).mapWith(Number) })
    .from(photos)
    .where(eq(photos.uid, uid));
  return kept?.n ?? 0;
}
