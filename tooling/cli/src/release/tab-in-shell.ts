import { createPrivateKey } from 'node:crypto'
import { join } from 'node:path'
import { type Authority, grantedOrigins, readMenu, type ShellConfig } from '@canje/registry'
import { createKey, publicKeyOf } from '@canje/release-store'
import type { BrowserContext, Route } from 'playwright-core'
import { createShellServer, listen, type TrustJson } from '../dev-stack'
import { shellBuild } from '../dev-stack/dev-shell'
import { buildOutOfDate, CommandError, findRemotes, proposedListing, readPackage, repositoryOf } from '../project'
import { isFirefox } from './checks/browser'
import { fetchShells, type LiveShell } from './checks/shells'
import { showing } from './checks/stubbed-page'
import { stubResponses } from './checks/stubbed-responses'
import { respondToPage } from './http/page-request'
import { liveState, type StagedRelease, stageBuild } from './staging'

/** A staged release. Workers of a test run get it as JSON. */
export interface StagedTab {
  published: StagedRelease
  /** The settings of a shell that shows it. */
  trust: TrustJson
  /** Those that this shell gives it. */
  settings?: object | undefined
}

export { readAxe, WCAG_TAGS } from './axe'
export { isFirefox } from './checks/browser'
export { BROWSER_PROTOCOL } from './checks/neighbours/interruption'
export { countRequests } from './checks/neighbours/quiet'
export { FAILURE } from './checks/stubbed-page'
export { reachShells } from './http/connections'
export { requireShells } from './shell-urls'
export type { LiveShell }

/** Base URLs of a backend. */
type Services = Pick<ShellConfig, 'securityUrl' | 'apiUrl'>

/**
 * Builds a remote if it is out of date, and stages it, with another tab.
 *
 * @param folder absolute path of the remote
 * @throws CommandError when the build fails
 */
export async function stageTab(
  folder: string,
  stop: AbortSignal,
): Promise<StagedTab & { other: StagedTab; close(): Promise<void> }> {
  const remote = readPackage(folder)
  await buildOutOfDate([remote], stop)
  const { published, neighbour, trust, close } = await stageBuild(join(folder, 'dist'))
  const own = withSettings({ published, trust: trust(published) }, remote.settings)
  return { ...own, other: { published: neighbour, trust: trust(neighbour) }, close }
}

/**
 * Stages another remote of a repository, as {@link stageTab}.
 *
 * @param folder absolute path of one of its remotes
 * @throws CommandError when it has none of this name, too
 */
export function stageNeighbour(folder: string, name: string, stop: AbortSignal): ReturnType<typeof stageTab> {
  const root = repositoryOf(folder)
  const remotes = findRemotes(root)
  const remote = remotes.find((one) => one.name === name)
  if (remote) return stageTab(remote.directory, stop)
  const names = remotes.map((one) => one.name).join(', ')
  throw new CommandError(`The neighbour ${name} is no remote of ${root}, which has ${names}.`)
}

/** Has the shell that shows a staged tab give it settings (D44, settings). */
export function withSettings({ published, trust }: StagedTab, settings: object = {}): StagedTab {
  const { name } = published
  const { keys, ...listing } = Object(trust.remotes[name])
  const remotes = { [name]: proposedListing({ name, ...listing, settings }, keys) }
  return { published, trust: { ...trust, remotes }, settings }
}

/**
 * Serves the production build of the shell, which shows a staged tab. Its other origins exist in the pages of
 * {@link showStagedTab} only.
 *
 * @param folder absolute path of the remote
 * @returns its base URL
 */
export async function serveShell(
  folder: string,
  { trust }: StagedTab,
  stop: AbortSignal,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = await createShellServer(await shellBuild(repositoryOf(folder), stop), {
    securityUrl: 'http://security.test',
    apiUrl: 'http://api.test',
    storeUrl: 'http://remotes.test/',
    ...trust,
  })
  return { url: await listen(server, 0), close: () => server.close() }
}

/**
 * Reads what a shell that runs states about itself.
 *
 * @param url of the shell
 * @throws CommandError when it does not answer
 */
export async function readShell(url: string, stop: AbortSignal): Promise<LiveShell> {
  const { value: [shell] = [], findings } = await fetchShells([new URL('/', url).href], stop)
  if (!shell) throw new CommandError(findings.map(({ message }) => message).join('\n'))
  return shell
}

/** What the pages of a staged tab have beyond it. */
interface Beside {
  /** Further staged remotes. */
  tabs?: readonly StagedTab[]
  /** One that the menu lists only when a test changes it. */
  unlisted?: StagedTab
  /** The shell whose live releases are shown, too. */
  live?: LiveShell | undefined
  /** Whether the shell is a team's, whose own policy is tested; that of the kit grants what the menu of the pages lists. */
  isDeployed?: boolean
  /** Features of the service; by default those that the shell names. */
  features?: readonly string[] | undefined
  /** Maps a URL of a further origin to the one that serves it; by default nothing does. */
  further?: (url: string) => string
}

/**
 * Shows a staged tab in the pages of a browser context that open a shell, as `publish` does. The requests to the shell's
 * services go to others; none reaches its own.
 */
export async function showStagedTab(
  context: BrowserContext,
  shell: LiveShell,
  staged: StagedTab,
  services: Services,
  { tabs = [], unlisted, live, isDeployed = false, features, further }: Beside = {},
): Promise<void> {
  const own = live ? await inStore(staged, live.config.authority) : staged
  const listed = live?.config.authority.remotes.map((remote) => [remote.name, remote] as const) ?? []
  const remotes = Object.assign(Object.fromEntries(listed), ...[...tabs, own].map(({ trust }) => trust.remotes))
  const releases = [...tabs, own, ...(unlisted ? [unlisted] : [])].map(({ published }) => published)
  const { storeUrl } = shell.config
  const origins = grantedOrigins(readMenu(remotes))
  // By WebDriver BiDi, no handler gets the body of a request: the pages of Firefox reach the services themselves.
  const direct: Record<string, string> = isFirefox(context) ? { ...services } : {}
  const granted = [...Object.values(direct), ...(isDeployed ? [] : origins)]
  await context.route(`${shell.url}**`, (route) => respondToPage(route, undefined, granted))
  await context.route('**/*', stubResponses(shell, releases))
  const settings = { ...own.trust, remotes, ...(features && { features }), ...direct }
  await context.route(`${shell.url}config.json`, showing(settings))
  for (const url of Object.values(direct)) await context.route(`${url}/**`, (route) => route.continue())
  if (live) {
    const isOwn = (href: string) => href.startsWith(`${storeUrl}${own.published.name}/`)
    await replaceBase(context, storeUrl, live.config.storeUrl, isOwn)
    await replaceBase(context, `${shell.url}settings/`, `${live.url}settings/`)
  }
  for (const { published, settings: json } of [...tabs, staged])
    await context.route(`${shell.url}settings/${published.name}.json`, (route) => route.fulfill({ json }))
  if (further)
    await context.route(
      ({ origin }) => origins.includes(origin),
      (route) => forward(route, further(route.request().url())),
    )
  const baseOf = (name: keyof Services) => shell.config[name].replace(/\/$/, '')
  const names = ['apiUrl', 'securityUrl'] as const
  // The last handler is asked first: the service within the other one.
  for (const name of names.toSorted((a, b) => baseOf(a).length - baseOf(b).length)) {
    const base = baseOf(name)
    await context.route(
      ({ href }) => href.startsWith(`${base}/`),
      (route) => forward(route, route.request().url().replace(base, services[name])),
    )
  }
}

/** Responds to a page with what is elsewhere. */
function replaceBase(context: BrowserContext, base: string, other: string, isExcepted = (_href: string) => false) {
  return context.route(
    ({ href }) => href.startsWith(base) && !isExcepted(href),
    (route) => respondToPage(route, route.request().url().replace(base, other)),
  )
}

/** Makes a staged tab one of another store, beside its live releases. */
async function inStore({ published, trust }: StagedTab, { storeId, operatorKeys }: Authority): Promise<StagedTab> {
  const { name, release } = published
  const key = createPrivateKey(createKey())
  const listing = { ...Object(trust.remotes[name]), keys: [publicKeyOf(key)] }
  const state = await liveState(name, release, key, storeId)
  return { published: { ...published, state }, trust: { storeId, operatorKeys, remotes: { [name]: listing } } }
}

/** A connection that the service closes is closed in the page too. */
async function forward(route: Route, url: string): Promise<void> {
  try {
    await route.fulfill({ response: await route.fetch({ url, maxRedirects: 0, timeout: 0 }) })
  } catch {
    await route.abort('connectionreset')
  }
}
