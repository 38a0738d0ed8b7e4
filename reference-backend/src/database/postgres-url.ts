/**
 * Whether a text is the address of a PostgreSQL database.
 *
 * An `@` behind the host is refused: it is the end of a password with a bare `/`, `?` or `#`, the rest of which would
 * be taken for a port and a database, and shown.
 */
export function isPostgresUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash } = new URL(text)
  return ['postgres:', 'postgresql:'].includes(protocol) && !`${pathname}${search}${hash}`.includes('@')
}
