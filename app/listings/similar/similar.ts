/** The properties of a listing that others are compared with; null if unknown. */
export interface Likeness {
  id: string;
  localizacao: string;
  valorFds: string | null;
  quantidadeMaximaPessoas: number | null;
}
