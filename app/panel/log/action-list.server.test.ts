import { expect, test } from "vitest";
import { signInOperator } from "../../../testing/operator.ts";
import { createUser, openTestSite } from "../../../testing/site.ts";
import { grantPlan } from "../../accounts/plans/grant-plan.server.ts";
import { recordAction } from "../../site/audit-log.server.ts";

test("the log words the names and values of what changed, as the export of an account does", async () => {
  const site = await openTestSite();
  const { cookie } = await signInOperator(site);
  const { uid } = await createUser(site, { plano: "basico" });
  const grant = { plano: "profissional", end: { ate: "2030-01-31" } } as const;
  await grantPlan(site.db, uid, grant, { actor: "terminal", site });
  await site.db.transaction((tx) =>
    recordAction(tx, {
      actor: "site",
      action: "listing-paused",
      before: { pausedBy: null, pausedAt: null },
      after: { pausedBy: "plan", pausedAt: new Date("2026-11-26T13:30:00Z"), cents: 2550 },
    }),
  );

  const headers = { Cookie: cookie };
  const html = await (await site.app.request("/operador/registro", { headers })).text();
  const rows = [...html.matchAll(/<tr><th scope="row">(.*?)<\/th><td>(.*?)<\/td><td>(.*?)<\/td>/g)];
  const cells = rows.map(([, ...row]) => row);
  for (const row of [
    ["Plano", "Plano Básico", "Plano Profissional"],
    ["Anúncios permitidos", "1", "2"],
    ["Plano até", "nada", "31/01/2030"],
    ["Anúncios de volta ao ar", "", "0"],
    ["Pausado por", "nada", "o fim do plano"],
    ["Em pausa desde", "nada", "26/11/2026, 10:30"],
    ["Valor", "", "R$\u00a025,50"],
  ]) {
    expect(cells).toContainEqual(row);
  }
});
