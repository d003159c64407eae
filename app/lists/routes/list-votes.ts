import { data } from "react-router";
import { answerVotes } from "../list-forms.server.ts";
import type { Route } from "./+types/list-votes.ts";

/** Answers 404, because there is no page here. */
export function loader() {
  throw data(null, { status: 404 });
}

export function action(args: Route.ActionArgs) {
  return answerVotes(args, args.params.codigo);
}
