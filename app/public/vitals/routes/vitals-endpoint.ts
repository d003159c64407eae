import { routePattern } from "../../../platform/web/pages/route-table.server.ts";
import { hour, type Limit, takeTry } from "../../../platform/web/rate-limit.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { recordVitals } from "../stored-vitals.server.ts";
import { maxReportBytes, reportSchema } from "../vitals.ts";
import type { Route } from "./+types/vitals-endpoint.ts";

const reportsOfAddress: Limit = { name: "vitals-address", points: 600, duration: hour };

export function loader() {
  return answer(405, "Aqui só chegam medidas.", { Allow: "POST" });
}

export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return loader();
  const text = await request.text().catch(() => "");
  if (text.length > maxReportBytes) return answer(413, "A medida é grande demais.");
  const report = reportSchema.safeParse(parseJson(text));
  if (!report.success) return answer(400, "Não entendemos esta medida.");

  const stored = new Response(null, { status: 204 });
  const { routes } = await import("virtual:react-router/server-build");
  const pattern = routePattern(routes, report.data.route);
  if (!pattern) return stored;
  const { db, clientAddress } = context.get(siteContext);
  if (!(await takeTry(context, [[reportsOfAddress, clientAddress]]))) return stored;
  await recordVitals(db, pattern, report.data.metrics);
  return stored;
}

function answer(status: number, sentence: string, headers?: Record<string, string>): Response {
  return new Response(sentence, {
    status,
    headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" },
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
