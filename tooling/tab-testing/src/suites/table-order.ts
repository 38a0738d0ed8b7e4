/** Sorts numbers numerically and text by Spanish collation, with empty cells last in both directions. */
export function inOrder(texts: readonly string[], direction: 1 | -1): string[] {
  const filled = texts.filter((text) => text !== '')
  const empty = texts.filter((text) => text === '')
  return [...filled.sort((a, b) => direction * a.localeCompare(b, 'es', { numeric: true })), ...empty]
}
