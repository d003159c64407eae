import type { Random } from "../testing/random.ts";
import type { Baseline } from "./forms.ts";
import type { World } from "./world.ts";

/** Forms behind the links of letters to advertisers. */
export const linkForms: Record<string, Baseline> = {
  "owner/calendar/routes/confirm.tsx": (world, _actor, random) => ({
    path: `/calendario-em-dia/${emailLink(world, random, "confirm")}`,
    entries: [],
  }),
  "owner/calendar/routes/unsubscribe.tsx": (world, _actor, random) => ({
    path: `/sem-lembretes/${emailLink(world, random, "unsubscribe")}`,
    entries: [["List-Unsubscribe", "One-Click"]],
  }),
  "owner/dashboard/routes/no-numbers.tsx": (world, _actor, random) => ({
    path: `/sem-numeros/${emailLink(world, random, "unsubscribe-numbers")}`,
    entries: [["List-Unsubscribe", "One-Click"]],
  }),
};

function emailLink({ links, bystander }: World, random: Random, kind: string): string {
  const usable = links.filter(({ uid }) => uid !== bystander.uid);
  const right = usable.filter((link) => link.kind === kind);
  const { token } = random.pick(random.chance(0.8) ? right : usable);
  return random.chance(0.7) ? token : `${token.slice(0, -2)}xx`;
}
