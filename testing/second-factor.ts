import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";

/** Sends a request with a member of the staff's cookie, without following redirects. */
export type StaffRequest = (path: string, form?: Record<string, string>) => Promise<Response>;

/** The code that an authenticator app shows for this key; good for half a minute, once. */
export function codeOf(key: string): Promise<string> {
  return createOTP(new TextDecoder().decode(base32.decode(key))).totp();
}

/** Sets up an authenticator app through the panel's own page, which opens the panel to the session. */
export async function setUpAuthenticator(
  ask: StaffRequest,
): Promise<{ key: string; recoveryCodes: string[] }> {
  const path = "/operador/fator";
  await ask(path, { intent: "authenticator" });
  const page = await (await ask(path)).text();
  const key = /data-chave-do-aplicativo="([A-Z2-7]+)"/.exec(page)?.[1];
  if (!key) throw new Error("the page shows no key for an authenticator app");
  const answer = await ask(path, { intent: "confirm", codigo: await codeOf(key) });
  const html = await answer.text();
  const found = html.matchAll(/data-codigo-de-recuperacao="">([a-z0-9-]+)</g);
  const recoveryCodes = [...found].map(([, code = ""]) => code);
  if (recoveryCodes.length === 0) throw new Error(`the code was refused with ${answer.status}`);
  return { key, recoveryCodes };
}
