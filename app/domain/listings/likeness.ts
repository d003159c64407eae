/** Properties compared with other listings; null if unknown. */
export interface Likeness {
  id: string;
  localizacao: string;
  valorFds: string | null;
  quantidadeMaximaPessoas: number | null;
}
