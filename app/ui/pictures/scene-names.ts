export const sceneNames = [
  "baloes",
  "canion",
  "casca-danta",
  "chale",
  "cozinha",
  "lago-amanhecer",
  "lagoa-azul",
  "lancha",
  "mirante",
  "paraiso-perdido",
  "paredao",
  "pier",
  "rancho",
  "serra-estrada",
  "varanda",
] as const;

export type SceneName = (typeof sceneNames)[number];

/** Px. */
export const sceneWidths = [480, 960, 1600] as const;
