import { redirectToLogin } from "../../../domain/accounts/return-path.server.ts";
import { currentUser } from "../../../domain/accounts/session-context.server.ts";
import type { PageHandle } from "../../../platform/web/pages/public-page.ts";
import type { Route } from "./+types/logged-in.ts";

export const handle: PageHandle = { isGuarded: true };

export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, url }, next) => {
    if (!currentUser(context)) throw await redirectToLogin(url);
    return next();
  },
];
