import { expect, test } from "vitest";
import { expectNoFault, longestRun } from "./bounds.ts";
import { baselines } from "./forms.ts";
import { pageRoutes } from "./page-routes.ts";

test("every route with an action has a form to be shot at", () => {
  const withAction = pageRoutes.filter(({ hasAction }) => hasAction).map(({ id }) => id);
  expect(Object.keys(baselines).sort()).toEqual(withAction.sort());
});

test("hostile forms and uploads change nothing but what their answers confirm", {
  timeout: longestRun,
}, async () => {
  const { confirmed } = await expectNoFault("change");
  // What never succeeds would prove nothing.
  for (const what of ["published", "edited", "deleted", "message", "upload", "cancelled"]) {
    expect(confirmed).toHaveProperty(what);
  }
});
