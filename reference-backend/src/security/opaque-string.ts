/**
 * A password in the form in which all ways to type it are equal: RFC 8265, OpaqueString. Letters and marks are composed, and
 * other spaces become ASCII ones; case and width matter.
 */
export function opaqueString(password: string): string {
  return password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')
}
