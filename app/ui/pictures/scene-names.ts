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

/** Px, in steps of 1.5, so that no phone loads much more than it shows. */
export const sceneWidths = [480, 720, 1080, 1600] as const;
