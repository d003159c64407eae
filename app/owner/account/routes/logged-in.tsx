import type { PageHandle } from "../../delivery/public-page.ts";
import { redirectToLogin } from "../return-path.server.ts";
import { currentUser } from "../session.server.ts";
import type { Route } from "./+types/logged-in.ts";

export const handle: PageHandle = { isGuarded: true };

export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, url }, next) => {
    if (!currentUser(context)) throw await redirectToLogin(url);
    return next();
  },
];
