/** The parameter of the login screen's URL with the path to return to (D24, view in the URL). */
const RETURN_PATH = 'volver'
export const MAIN = '/main'
export const LOGIN = '/login'
const TAB_ID = /^[a-z0-9-]{1,40}$/i
/** Longer fragments are ignored, in characters. */
export const MAX_FRAGMENT_LENGTH = 20_000

/**
 * Returns the path to open after sign-in, rebuilt from its known parts: `/main`, its tab and its fragment. Anything else
 * leads to `/main`.
 *
 * @param hash fragment of the login screen's URL, such as `#volver=%2Fmain%3Ftab%3Dcodigos`
 * @param kept the path that the person's expired session has kept (D29, session storage); a path in `hash` is newer
 */
export function returnPath(hash: string, kept: string | null): string {
  return safePath(new URLSearchParams(hash.slice(1)).get(RETURN_PATH) ?? kept ?? '')
}

/** Returns the path of the page's view, of its known parts only. */
export function currentPath(): string {
  const { pathname, search, hash } = location
  return safePath(pathname + search + hash)
}

/** Returns the path that the page shows; at the login screen, the one that a sign-in opens. */
export function entryPath(): string {
  const { pathname, search, hash } = location
  return pathname === LOGIN ? returnPath(hash, null) : pathname + search
}

/**
 * Returns the path of the login screen for a link that was opened without a session.
 *
 * @param path of the link, of known parts only
 */
export function loginPath(path: string): string {
  return path === MAIN ? LOGIN : `${LOGIN}#${RETURN_PATH}=${encodeURIComponent(path)}`
}

/**
 * Restores the spelling of a link that programs changed on its way: another case, more slashes, an encoded '#' or '&', or
 * parameters after the fragment, whose own '?' is encoded.
 */
export function restoreLink(): void {
  const path = location.pathname
    .toLowerCase()
    .replace(/^\/+/, '/')
    .replace(/^(\/(main|login))\/+$/, '$1')
  const decoded = location.search.replaceAll('&amp;', '&').replace('%23', '#')
  const search = decoded.replace(/[?&](tab|candidate|preview)=/gi, (name) => name.toLowerCase())
  const [page, ...view] = `${path}${search}${location.hash}`.split('#')
  const fragment = view.join('').replace(/\?\w+=.*|\/+$/s, '')
  history.replaceState(history.state, '', page + (fragment && `#${fragment}`))
}

function safePath(link: string): string {
  const [isMain, query = '', fragment = ''] = /^\/main(?:\?([^#]*))?(?:#(.*))?$/s.exec(link) ?? []
  if (!isMain) return MAIN
  const tab = new URLSearchParams(query).get('tab') ?? ''
  const view = fragment.length > MAX_FRAGMENT_LENGTH ? '' : new URLSearchParams(fragment).toString()
  return `${MAIN}${TAB_ID.test(tab) ? `?tab=${tab}` : ''}${view && `#${view}`}`
}
