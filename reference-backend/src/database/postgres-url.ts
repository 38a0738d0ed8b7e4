/**
 * Whether a text is the URL of a PostgreSQL database.
 *
 * An `@` after the host is rejected: it ends a password with an unencoded `/`, `?` or `#`. The password would be parsed as
 * host, port or database, and shown in error messages.
 */
export function isPostgresUrl(text: string): boolean {
  const url = parse(text)
  return (
    url !== undefined &&
    ['postgres:', 'postgresql:'].includes(url.protocol) &&
    !`${url.pathname}${url.search}${url.hash}`.includes('@')
  )
}

/** Host, port and database of a URL that {@link isPostgresUrl} accepts, without user and password. */
export function placeOf(text: string): string {
  const url = parse(text)
  if (!url) return ''
  const { searchParams, hostname, pathname } = url
  const port = searchParams.get('port') || url.port
  return `${searchParams.get('host') || hostname}${port && `:${port}`}${pathname}`
}

/** As pg, with a host in the query after a user without a host: `postgres://user:@/database?host=/socket`. */
function parse(text: string): URL | undefined {
  const url = [text, text.replace('@/', '@localhost/')].find((candidate) => URL.canParse(candidate))
  return url === undefined ? undefined : new URL(url)
}
