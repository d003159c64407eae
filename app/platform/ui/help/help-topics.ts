/**
 * The topics of /ajuda in reading order, each with the anchors of its page. The texts are in app/public/pages/help/content,
 * one file a topic; reading one fails if its sections are others.
 */
export const helpTopics = {
  conta: ["criar", "confirmar", "entrar"],
  anuncio: ["fotos", "formato", "texto", "lugar", "contato", "salvar"],
  precos: ["comum", "temporadas", "pacotes"],
  calendario: ["marcar", "periodo", "ligar", "em-dia"],
  hospedes: ["whatsapp", "responder", "perguntas"],
  confianca: ["depoimentos", "conferido", "pix"],
  divulgar: ["link", "cartaz"],
  "meus-anuncios": ["botoes", "modelo", "pausar", "excluir"],
  planos: ["comeco", "pagar", "fim"],
  dados: ["baixar", "trocar", "apagar"],
} as const;

export type HelpTopic = keyof typeof helpTopics;

/** A topic's page, or one of its sections: "calendario" or "calendario#ligar". */
export type HelpAddress = {
  [Topic in HelpTopic]: Topic | `${Topic}#${(typeof helpTopics)[Topic][number]}`;
}[HelpTopic];

export const helpTopicNames = Object.keys(helpTopics) as HelpTopic[];

export function isHelpTopic(text: string): text is HelpTopic {
  return Object.hasOwn(helpTopics, text);
}
