import { answerList, answerVotes } from "../list-forms.server.ts";
import type { Route } from "./+types/list-votes.ts";

export function loader(args: Route.LoaderArgs) {
  return answerList(args, args.params.codigo);
}

export function action(args: Route.ActionArgs) {
  return answerVotes(args, args.params.codigo);
}
