/** True if an advertiser's note on prices names fees, deposits, or anything else with an amount. */
export function namesCharges(note: string): boolean {
  return /R\$|tax|limpeza|cauç|acréscimo/i.test(note);
}
