import { expect, test } from "vitest";
import { expectNoFault, maxRunMs } from "./bounds.ts";
import { baselines } from "./forms.ts";
import { pageRoutes } from "./page-routes.ts";

test("every route with an action has a baseline form", () => {
  const withAction = pageRoutes.filter(({ hasAction }) => hasAction).map(({ id }) => id);
  expect(Object.keys(baselines).sort()).toEqual(withAction.sort());
});

test("hostile forms and uploads change only what their responses confirm", {
  timeout: maxRunMs,
}, async () => {
  const { confirmed } = await expectNoFault("forms");
  // The run would prove nothing if no request succeeded.
  const kinds = ["published", "edited", "deleted", "message", "upload", "cancelled"];
  for (const what of [
    ...kinds,
    "calendar",
    "confirmed-by-link",
    "unsubscribed",
    "reported",
    "asked",
    "answered",
    "ordered",
    "list-created",
    "list-changed",
  ]) {
    expect(confirmed).toHaveProperty(what);
  }
});
