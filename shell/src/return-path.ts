/** The parameter of the login screen's URL with the path to return to (D24). */
const RETURN_PATH = 'volver'
const MAIN = '/main'
const TAB_ID = /^[a-z0-9-]{1,40}$/i
/** Longer fragments are dropped: nobody has typed them. */
const MAX_LENGTH = 20_000

/**
 * Returns the path to open after sign-in, rebuilt from its known parts: `/main`, its tab and its fragment. Anything else
 * leads to `/main`.
 *
 * @param hash fragment of the login screen's URL, such as `#volver=%2Fmain%3Ftab%3Dcodigos`
 */
export function returnPath(hash: string): string {
  return safePath(new URLSearchParams(hash.slice(1)).get(RETURN_PATH) ?? '')
}

/** Returns the path of the login screen for a link that was opened without a session. */
export function loginPath({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const path = safePath(pathname + search + hash)
  return path === MAIN ? '/login' : `/login#${RETURN_PATH}=${encodeURIComponent(path)}`
}

function safePath(link: string): string {
  const [isMain, query = '', fragment = ''] = /^\/main(?:\?([^#]*))?(?:#(.*))?$/s.exec(link) ?? []
  if (!isMain) return MAIN
  const tab = new URLSearchParams(query).get('tab') ?? ''
  const view = fragment.length > MAX_LENGTH ? '' : new URLSearchParams(fragment).toString()
  return `${MAIN}${TAB_ID.test(tab) ? `?tab=${tab}` : ''}${view && `#${view}`}`
}
