/**
 * Addresses of the pages that anyone sees, but for ads; `stay` is the query of two dates. Of links that have ended, which
 * look alike, there are three.
 */
export function listPublicPaths(stay: string): string[] {
  return [
    "/",
    `/search?${stay}&pessoas=4`,
    "/search?q=1&localizacao=Turvo",
    "/search?entrada=2020-01-01&saida=2019-01-01",
    // A script sends browsers without saved ads here from /guardados.
    "/guardados?anuncio=",
    "/alugar/escarpas-do-lago",
    "/alugar/escarpas-do-lago/com-piscina",
    "/onde-visitar",
    "/detalhes/1",
    "/blog",
    "/blog/calendario-verdadeiro-e-preco-claro",
    "/plans",
    "/ajuda",
    "/ajuda/calendario",
    "/comofunciona",
    "/anuncio-conferido",
    "/depoimentos",
    "/como-ordenamos",
    "/confira",
    "/contato",
    "/about",
    "/roteiros",
    "/termos-e-condicoes",
    "/login",
    "/register",
    "/nova-senha/nada",
    "/pergunta/nada",
    "/depoimento/nada",
    "/nada",
  ];
}
