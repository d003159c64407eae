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

/**
 * Widths in px, in steps of 1.5, so that no phone loads much more than it shows. A little more than
 * 720 and 1080, as many phones come to 721 or 1082 px.
 */
export const sceneWidths = [486, 728, 1092, 1600] as const;
