import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { and, eq, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { passkeys } from "../../../platform/db/operation-schema.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { logSecurity } from "../../../platform/web/watch/security-log.server.ts";
import { identityContext } from "../auth.server.ts";
import { createLink, takeLink } from "../links/one-time-links.server.ts";
import type { CurrentUser } from "../session-context.server.ts";
import { nameDevice } from "../sessions/device-name.ts";
import { listPasskeys } from "./stored-passkeys.server.ts";

/** Loads its three hundred modules on demand: few requests are about passkeys. */
const loadWebAuthn = () => import("@simplewebauthn/server");

// Kinds of one-time links, whose tokens are the challenges.
const passkeyCreation = "create-passkey";
const passkeyUse = "use-passkey";

/** Enough for a family's devices. */
const maxPasskeys = 20;

const goodForMinutes = 5;

/** Stands in for an account's id: a login names nobody before the passkey does. */
const anyone = "login";

const unknownPasskey = refuse(
  "passkey",
  "Não reconhecemos esta chave de acesso. Tente de novo ou entre com a senha.",
);

/** Deletes a passkey if it is the user's own. */
export async function deletePasskey(
  context: Readonly<RouterContextProvider>,
  uid: string,
  credentialId: string,
): Promise<void> {
  const { db, log } = context.get(siteContext);
  const { rowCount } = await db
    .delete(passkeys)
    .where(and(eq(passkeys.userId, uid), eq(passkeys.credentialId, credentialId)));
  if (rowCount === 1) logSecurity(log, "passkey-deleted", {});
}

/**
 * Prepares the browser's dialog; the challenge is good once, for five minutes, for this account.
 */
export async function offerRegistration(
  context: Readonly<RouterContextProvider>,
  { uid, email, displayName }: CurrentUser,
) {
  const { db, siteUrl } = context.get(siteContext);
  const known = await listPasskeys(db, uid);
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpName: "Mar de Minas",
    rpID: new URL(siteUrl).hostname,
    userName: email,
    userDisplayName: displayName,
    userID: new Uint8Array(Buffer.from(uid)),
    challenge: await createLink(db, passkeyCreation, uid, goodForMinutes),
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** Makes an offer to log in, or to confirm that `uid` is still the one at this browser. */
export async function offerAuthentication(
  context: Readonly<RouterContextProvider>,
  uid: string | null,
) {
  const { db, siteUrl } = context.get(siteContext);
  const known = uid ? await listPasskeys(db, uid) : [];
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return generateAuthenticationOptions({
    rpID: new URL(siteUrl).hostname,
    challenge: await createLink(db, passkeyUse, uid ?? anyone, goodForMinutes),
    allowCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    userVerification: "required",
  });
}

/** Stores a passkey; `answer` is the JSON of the browser's `PublicKeyCredential`. */
export async function savePasskey(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  answer: string,
): Promise<{ ok: true } | Refusal> {
  const result = await verifyAndSave(context, user, answer);
  logSecurity(context.get(siteContext).log, result.ok ? "passkey-added" : "passkey-refused", {});
  return result;
}

async function verifyAndSave(
  context: Readonly<RouterContextProvider>,
  { uid }: CurrentUser,
  answer: string,
): Promise<{ ok: true } | Refusal> {
  const { db, siteUrl } = context.get(siteContext);
  const response = readAnswer<RegistrationResponseJSON>(answer);
  if (!response) return unknownPasskey;
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: async (challenge) =>
      (await takeLink(db, passkeyCreation, textOf(challenge))) === uid,
    expectedOrigin: siteUrl,
    expectedRPID: new URL(siteUrl).hostname,
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || !registrationInfo) return unknownPasskey;
  if ((await db.$count(passkeys, eq(passkeys.userId, uid))) >= maxPasskeys) {
    return refuse("passkey", `Você já tem ${maxPasskeys} chaves. Apague uma antes.`);
  }
  const { credential, credentialBackedUp } = registrationInfo;
  const { rowCount } = await db
    .insert(passkeys)
    .values({
      credentialId: credential.id,
      userId: uid,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      isBackedUp: credentialBackedUp,
      nome: nameDevice(context.get(identityContext).headers.get("User-Agent")),
    })
    .onConflictDoNothing();
  return rowCount === 1 ? { ok: true } : unknownPasskey;
}

/** Returns whose passkey it was; `uid` as in the offer. */
export async function verifyPasskey(
  context: Readonly<RouterContextProvider>,
  uid: string | null,
  answer: string,
): Promise<{ ok: true; uid: string } | Refusal> {
  const { db, siteUrl } = context.get(siteContext);
  const response = readAnswer<AuthenticationResponseJSON>(answer);
  if (!response) return unknownPasskey;
  const [known] = await db.select().from(passkeys).where(eq(passkeys.credentialId, response.id));
  if (!known || (uid !== null && known.userId !== uid)) return unknownPasskey;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: async (challenge) =>
      (await takeLink(db, passkeyUse, textOf(challenge))) === (uid ?? anyone),
    expectedOrigin: siteUrl,
    expectedRPID: new URL(siteUrl).hostname,
    credential: {
      id: known.credentialId,
      publicKey: new Uint8Array(Buffer.from(known.publicKey, "base64url")),
      counter: known.counter,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo) return unknownPasskey;
  await db
    .update(passkeys)
    .set({ counter: authenticationInfo.newCounter, usedAt: sql`now()` })
    .where(eq(passkeys.credentialId, known.credentialId));
  return { ok: true, uid: known.userId };
}

const answerSchema = z.looseObject({ id: z.string().check(z.minLength(1), z.maxLength(2048)) });

/** Reads an answer's JSON; the library checks the rest. */
function readAnswer<Answer>(text: string): Answer | null {
  try {
    const read = z.safeParse(answerSchema, JSON.parse(text));
    return read.success ? (read.data as Answer) : null;
  } catch {
    return null;
  }
}

/** The browser sends the token's bytes back in Base64url. */
function textOf(challenge: string): string {
  return Buffer.from(challenge, "base64url").toString();
}
