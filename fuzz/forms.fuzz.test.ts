import { expect, test } from "vitest";
import { expectNoFault, maxRunMs } from "./bounds.ts";
import { baselines } from "./forms.ts";
import { pageRoutes } from "./page-routes.ts";

test("every route with an action has a baseline form", () => {
  const withAction = pageRoutes.filter(({ hasAction }) => hasAction).map(({ id }) => id);
  expect(Object.keys(baselines).sort()).toEqual(withAction.sort());
});

/**
 * Those of people who aren't on the staff, without a valid link, or with a wrong password. A new password leads
 * to the login, as most refusals do.
 */
const refused =
  /^panel\/|\/(lost|confirm-email|new-email|new-password-page|delete-account|own-question-page)\.tsx$/;

test("hostile forms and uploads change only what their requests are about, and nothing once refused", {
  timeout: maxRunMs,
}, async () => {
  await expectNoFault(
    "forms",
    Object.keys(baselines).filter((form) => !refused.test(form)),
  );
});
