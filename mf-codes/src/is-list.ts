/** What stands between the codes of a list, but for spaces and slashes. */
export const BETWEEN = /[\r\n\u2028\u2029\t,;|]/

/** Whether a search may be a list of codes: lines, cells of a sheet, or words beside a code, or a mark before it. */
export function isList(search: string): boolean {
  const text = search.trim()
  if (BETWEEN.test(text)) return true
  const words = text.split(/^[^\p{L}\d]+|[\s/]+/u).filter(Boolean)
  if (words[0] === text) return false
  return words.some(isSureCode) || (words.length > 1 && words.every(isLikeCode))
}

/** Whether a text is hardly a word of a name: a short one has a digit. */
export function isLikeCode(text: string): boolean {
  return /^(?=.*\d|.{9})[^\p{Ll}\s]{3,60}$/u.test(text)
}

/** Whether a text has letters and digits, as no name, date, time or phone has. */
export function isSureCode(text: string): boolean {
  return isLikeCode(text) && /^(?=.*\d)(?=.*\p{L})[^:]+$/u.test(text)
}
