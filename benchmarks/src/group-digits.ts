/** Formats a number with its thousands grouped by spaces: '312 000'. */
export function groupDigits(value: number, options?: Intl.NumberFormatOptions): string {
  const parts = new Intl.NumberFormat('en', options).formatToParts(value)
  return parts.map((part) => (part.type === 'group' ? ' ' : part.value)).join('')
}
