import { join } from 'node:path'
import { stateUrl } from '@canje/registry'
import type { Request, Route } from 'playwright-core'
import type { StagedRelease } from '../staging'
import type { LiveShell } from './shells'
import { type DataState, stubbedRows, stubInState } from './stubbed-rows'
import type { Stubs } from './stubs'

const VALID_LOGIN = { data: { data: { id: 1 } } }
/** Methods that change nothing on a server. */
const SAFE_METHODS = ['GET', 'HEAD']
const HEADERS = { 'Access-Control-Allow-Origin': '*' }

/** What the stubbed services respond. */
export interface StubbedData {
  /** The remote's own responses, which replace the rows of the info API. */
  stubs?: Stubs | undefined
  state: DataState
}

/** The used part of Playwright's `Route`. */
type StubbedRoute = Pick<Route, 'fulfill' | 'continue' | 'abort'> & { request(): Pick<Request, 'url' | 'method'> }

/**
 * Stubs the backend for a page of a live shell. The shell responds itself, the states and files are those of staged
 * releases, and no request reaches a service.
 *
 * @param data may change its state
 * @returns a route handler for Playwright
 */
export function stubResponses(
  { url, config }: LiveShell,
  releases: readonly Pick<StagedRelease, 'name' | 'release' | 'folder' | 'state'>[],
  data: StubbedData = { state: 'rows' },
) {
  const { securityUrl: securityService, apiUrl: infoApi, storeUrl } = config
  const states = new Map(releases.map(({ name, state }) => [stateUrl(storeUrl, name), state]))
  const folders = releases.map(({ name, release, folder }) => {
    return { folder, url: new URL(`${name}/${release.version}/`, storeUrl).href }
  })
  const own = new Map(
    Object.entries(data.stubs ?? {}).map(([request, json]) => [absoluteRequest(request, infoApi), json]),
  )
  const file = (route: StubbedRoute, path: string) =>
    route.fulfill({ path, headers: HEADERS }).catch(() => route.fulfill({ status: 404 }))

  return (route: StubbedRoute): Promise<void> => {
    const requested = route.request().url()
    const [resource = requested] = requested.split(/[?#]/, 1)
    const state = states.get(resource)
    if (state) return route.fulfill({ json: state, headers: HEADERS })
    const staged = folders.find(({ url }) => resource.startsWith(url))
    if (staged) return file(route, join(staged.folder, resource.slice(staged.url.length)))
    const method = route.request().method()
    for (const request of [`${method} ${requested}`, `${method} ${resource}`])
      if (own.has(request)) return respond(route, stubInState(own.get(request), data.state))
    // One service may be within the other.
    const isInfo = resource.startsWith(infoApi) && infoApi.length > securityService.length
    if (!isInfo && resource.startsWith(securityService)) return route.fulfill({ json: VALID_LOGIN, headers: HEADERS })
    if (resource.startsWith(infoApi)) return respond(route, stubbedRows(data.state))
    // Swallows the shell's telemetry: staff never get this staged version.
    if (!SAFE_METHODS.includes(method)) return route.fulfill({ status: 204, headers: HEADERS })
    return requested.startsWith(url) ? route.continue() : route.abort()
  }
}

/** @param json undefined for a failure of the service */
function respond(route: StubbedRoute, json: unknown): Promise<void> {
  return route.fulfill({ ...(json === undefined ? { status: 500, json: {} } : { json }), headers: HEADERS })
}

/** `GET https://api.example.com/v1/SelectCodes` of `GET SelectCodes`. */
function absoluteRequest(request: string, infoApi: string): string {
  const [method, reference = ''] = request.split(' ')
  return `${method} ${new URL(reference, infoApi).href}`
}
