/** Alphabet, digits and keyboards, each long enough for a password that goes round. */
export const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiop",
  "asdfghjklç",
  "zxcvbnm",
  "1qaz2wsx3edc4rfv5tgb",
  "147258369",
];

/** In lower case, without accents and spaces. */
export const guessedWords = [
  // The site's.
  ...[
    "mardeminas",
    "anunciante",
    "anuncios",
    "anuncio",
    "aluguel",
    "temporada",
    "ranchos",
    "rancho",
  ],
  ...["casa", "chale", "pousada", "hospede"],
  // The region's.
  ...[
    "capitolio",
    "furnas",
    "lagodefurnas",
    "canastra",
    "serradacanastra",
    "escarpas",
    "escarpasdolago",
  ],
  ...["guape", "piumhi", "formiga", "passos", "turvo", "delfinopolis", "saoroque", "boaesperanca"],
  ...["minasgerais", "minas", "belohorizonte"],
  // What the rankings of other languages lack.
  ...["senha", "mudar", "acesso", "familia", "felicidade", "euteamo", "teamo", "meuamor", "amor"],
  ...["jesuscristo", "jesusteama", "jesus", "cristo", "deusefiel", "deuseamor", "deus"],
  ...["flamengo", "corinthians", "palmeiras", "saopaulo", "santos", "vasco", "gremio", "cruzeiro"],
  ...["atletico", "galo", "botafogo", "fluminense", "internacional", "brasil", "brasileiro"],
  ...["princesa", "gatinha", "amizade", "vitoria", "estrela", "borboleta", "sucesso", "trabalho"],
];
