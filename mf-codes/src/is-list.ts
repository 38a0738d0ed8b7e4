/** What stands between the codes of a list, but for spaces. */
export const BETWEEN = /[\r\n\u2028\u2029\t,;]/

/** Whether a search may be a list of codes: lines, cells of a sheet, or words that look like codes. */
export function isList(search: string): boolean {
  const text = search.trim()
  return BETWEEN.test(text) || (/\s/.test(text) && text.split(/\s+/).every(isLikeCode))
}

/** Whether a text is hardly a word of a name: a short one has a digit. */
export function isLikeCode(text: string): boolean {
  return /^(?=.*\d|.{9})[^\p{Ll}\s]{3,60}$/u.test(text)
}
