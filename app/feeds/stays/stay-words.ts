/** The buttons of the stays that feeds bring. */
const stayIntents = ["esta-livre", "voltar-a-ocupar"] as const;

export type StayIntent = (typeof stayIntents)[number];

export function isStayIntent(intent: string): intent is StayIntent {
  return stayIntents.some((known) => known === intent);
}
