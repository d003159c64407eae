import type { Logger } from "pino";

interface SecurityEvents {
  login: { uid: string; by: "password" | "passkey" };
  logout: Record<string, never>;
  registration: { uid: string };
  /** Has no `uid` if no account has the address. */
  "login-failed": { reason: string; uid?: string };
  /** The password of someone who is logged in, asked for again. */
  "password-accepted": Record<string, never>;
  "password-refused": Record<string, never>;
  "second-factor-refused": Record<string, never>;
  "passkey-added": Record<string, never>;
  /** As a second factor. */
  "passkey-used": Record<string, never>;
  "passkey-refused": Record<string, never>;
  /** Several, without a login, by a link in a letter. */
  "passkey-deleted": Record<string, never> | { uid: string; passkeys: number };
  "authenticator-added": Record<string, never>;
  "authenticator-used": Record<string, never>;
  "recovery-codes-made": Record<string, never>;
  "recovery-code-used": Record<string, never>;
  "limit-reached": { limit: string };
  "access-refused": { id: string; route: string; method: string; status: number; uid?: string };
}

const expected: ReadonlySet<string> = new Set<keyof SecurityEvents>([
  "login",
  "logout",
  "registration",
  "password-accepted",
  "passkey-added",
  "passkey-used",
  "passkey-deleted",
  "authenticator-added",
  "authenticator-used",
  "recovery-codes-made",
]);

/**
 * Logs logins and refusals, as one line each with the message "security". Accounts are
 * named by their id, never by name or address. A request's log adds its id, route and account.
 */
export function logSecurity<Event extends keyof SecurityEvents>(
  log: Logger,
  event: Event,
  details: SecurityEvents[Event],
): void {
  const line: object = { event, ...details };
  log[expected.has(event) ? "info" : "warn"](line, "security");
}
