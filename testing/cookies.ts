import type { Flash } from "../app/platform/ui/feedback/flash.ts";
import { hostPrefix } from "../app/platform/web/cookie-name.ts";
import { takeFlash } from "../app/platform/web/flash-cookie.server.ts";

/** The cookies of a response as the Cookie header of the next request. */
export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

/** The message that a redirect leaves for the next page. */
export async function flashOf(response: Response): Promise<Flash | null> {
  const headers = { Cookie: cookiesOf(response).replaceAll(hostPrefix, "") };
  return (await takeFlash(new Request("http://localhost/", { headers }))).flash;
}
