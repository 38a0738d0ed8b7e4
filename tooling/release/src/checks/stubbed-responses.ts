import { join } from 'node:path'
import type { Request, Route } from 'playwright-core'
import type { PublishedRelease } from 'registry/store'
import type { LiveShell } from './shells'

const VALID_LOGIN = { data: { data: { id: 1 } } }
/** A row without a known field has empty cells (D6), and makes a tab show how it renders rows. */
const ONE_ROW = { data: [{}] }
/** What a server may be asked without anything changing there. */
const READS = ['GET', 'HEAD']
const HEADERS = { 'Access-Control-Allow-Origin': '*' }

/** What an answer needs of a route of Playwright. */
type AskedRoute = Pick<Route, 'fulfill' | 'continue' | 'abort'> & { request(): Pick<Request, 'url' | 'method'> }

/**
 * What a page of a live shell gets when it asks for something: the shell is the real one, registry and release come
 * from the rehearsal, and no call reaches a service, so that nothing is read or changed there.
 *
 * @param store folder of the rehearsal's store
 */
export function answerFor({ url, config }: LiveShell, store: string, { name, release }: PublishedRelease) {
  const absolute = (address: string) => new URL(address, url).href
  const registry = absolute(config.registryUrl)
  const released = new URL(`${name}/${release.version}/`, registry).href
  const securityService = folderOf(absolute(config.securityUrl))
  const infoApi = folderOf(absolute(config.apiUrl))
  const file = (route: AskedRoute, path: string) =>
    route.fulfill({ path: join(store, path), headers: HEADERS }).catch(() => route.fulfill({ status: 404 }))

  return (route: AskedRoute): Promise<void> => {
    const asked = route.request().url()
    const [address = asked] = asked.split(/[?#]/, 1)
    if (address === registry) return file(route, 'registry.json')
    if (address.startsWith(released)) return file(route, join(name, release.version, address.slice(released.length)))
    if (address.startsWith(securityService)) return route.fulfill({ json: VALID_LOGIN, headers: HEADERS })
    if (address.startsWith(infoApi)) return route.fulfill({ json: ONE_ROW, headers: HEADERS })
    // A shell's report of a failure, above all: nobody was given this version, so nobody need hear of it.
    if (!READS.includes(route.request().method())) return route.fulfill({ status: 204, headers: HEADERS })
    return asked.startsWith(url) ? route.continue() : route.abort()
  }
}

/** A base address means the same with and without its last slash (D9). */
function folderOf(base: string): string {
  return base.endsWith('/') ? base : `${base}/`
}
