/**
 * Whether a text is the URL of a PostgreSQL database.
 *
 * An `@` after the host is rejected: it ends a password with an unencoded `/`, `?` or `#`. The password would be parsed as
 * host, port or database, and shown in error messages.
 */
export function isPostgresUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash } = new URL(text)
  return ['postgres:', 'postgresql:'].includes(protocol) && !`${pathname}${search}${hash}`.includes('@')
}
