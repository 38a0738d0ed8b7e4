const numberFormat = new Intl.NumberFormat('es-CO')

/** A number as the staff write it: '10.000'. */
export function formatNumber(value: number): string {
  return numberFormat.format(value)
}
