import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import * as z from "zod/mini";

/** Begins a session without a password. Only the server can call it. */
export const passkeySession = {
  id: "passkey-session",
  endpoints: {
    beginPasskeySession: createAuthEndpoint.serverOnly(
      { method: "POST", body: z.object({ uid: z.string() }) },
      async (endpoint) => {
        const { internalAdapter } = endpoint.context;
        const user = await internalAdapter.findUserById(endpoint.body.uid);
        if (!user) throw new APIError("UNAUTHORIZED");
        const session = await internalAdapter.createSession(user.id, false, {
          passwordAt: new Date(0),
          secondFactorAt: new Date(),
        });
        await setSessionCookie(endpoint, { session, user });
        return { ok: true };
      },
    ),
  },
} satisfies BetterAuthPlugin;
