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
  await expectNoFault("forms", [
    "published",
    "edited",
    "deleted",
    "message",
    "upload",
    "cancelled",
    "calendar",
    "confirmed-by-link",
    "unsubscribed",
    "reported",
    "asked",
    "answered",
    "ordered",
    "list-created",
    "list-changed",
  ]);
});
