const feasts = new Set(["Carnaval", "Corpus Christi", "Dia do Trabalho", "Natal", "Réveillon"]);

/** Words such as "o Carnaval", "a Semana Santa" or "o feriado de Tiradentes", for a holiday by its name. */
export function holidayInWords(name: string): string {
  if (feasts.has(name)) return `o ${name}`;
  return name === "Semana Santa" ? `a ${name}` : `o feriado de ${name}`;
}
