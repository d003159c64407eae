/** Fields shown as big numbers. */
export const numberFields = [
  "quantidadeMaximaPessoas",
  "QuantidadeTotalQuartos",
  "QuantidadeTotalQuartosSuites",
] as const;

/** Fields shown as rows of text. */
export const textFields = [
  "detalhamentoQuartosSociais",
  "detalhamentoSuites",
  "detalhesCozinha",
  "detalhesSala",
  "beneficiosImovel",
  "observacoesTarifa",
  "maioresInformacoes",
  "observacao",
  "enderecoCompleto",
] as const;
