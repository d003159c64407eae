import type { Handler } from "hono";
import { civilDateOf } from "../app/domain/calendar/civil-date.ts";
import { bearsToken } from "./bearer-token.ts";
import type { Site } from "./create-site.ts";

/** GET /healthz. Only callers with the metrics token learn the version, which would help attackers. */
export function answerHealth(site: Site): Handler {
  const { version, metricsToken } = site;
  const builtOn = version.builtAt ? `, ${civilDateOf(version.builtAt)}` : "";
  return async (c) => {
    if (site.isStopping) return c.text("este site está parando", 503);
    const isUp = await site.databaseHealth.answers();
    const state = isUp ? "ok" : "banco de dados fora do ar";
    const isOperator = metricsToken !== null && bearsToken(c, metricsToken);
    if (!isOperator) return c.text(state, isUp ? 200 : 503);
    const problem = isUp ? await site.databaseHealth.collationProblem() : null;
    const lines = [state, `${version.number}${builtOn}`, ...(problem ? [problem] : [])];
    return c.text(lines.join("\n"), isUp ? 200 : 503);
  };
}
