/** Sequences of the alphabet, the digits and keyboards. */
export const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiop",
  "asdfghjklç",
  "zxcvbnm",
  "1qaz2wsx3edc4rfv5tgb",
  "147258369",
];

const siteWords =
  "mardeminas anunciante anuncios anuncio aluguel temporada ranchos rancho casa chale pousada hospede";

const placeNames =
  "capitolio furnas lagodefurnas canastra serradacanastra escarpas escarpasdolago guape piumhi formiga passos turvo delfinopolis saoroque boaesperanca minasgerais minas belohorizonte";

const commonHere =
  "senha mudar acesso familia felicidade euteamo teamo meuamor amor jesuscristo jesusteama jesus cristo deusefiel deuseamor deus flamengo corinthians palmeiras saopaulo santos vasco gremio cruzeiro atletico galo botafogo fluminense internacional brasil brasileiro princesa gatinha amizade vitoria estrela borboleta sucesso trabalho";

/**
 * Words that guessers try on this site, in lower case, without accents and spaces: its own, the region's, and
 * Portuguese ones that the English ranking doesn't have.
 */
export const guessedWords = [siteWords, placeNames, commonHere].flatMap((words) =>
  words.split(" "),
);
