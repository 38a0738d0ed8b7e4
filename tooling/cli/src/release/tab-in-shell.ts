import { join } from 'node:path'
import type { BrowserContext, Route } from 'playwright-core'
import { createShellServer, listen, type TrustJson } from '../dev-stack'
import { shellBuild } from '../dev-stack/dev-shell'
import { buildOutOfDate, CommandError, readPackage, repositoryOf, withOrigins } from '../project'
import { fetchShells, type LiveShell } from './checks/shells'
import { showing } from './checks/stubbed-page'
import { stubResponses } from './checks/stubbed-responses'
import { respondToPage } from './http/page-request'
import { type StagedRelease, stageBuild } from './staging'

/** A staged release. Workers of a test run get it as JSON. */
export interface StagedTab {
  published: StagedRelease
  /** The settings of a shell that shows it. */
  trust: TrustJson
}

export { readAxe, WCAG_TAGS } from './axe'
export { BROWSER_PROTOCOL } from './checks/neighbours/interruption'
export { countRequests } from './checks/neighbours/quiet'
export { reachShells } from './http/connections'
export type { LiveShell }

/** Base URLs of a backend. */
interface Services {
  securityUrl: string
  apiUrl: string
}

/**
 * Builds a remote if it is out of date, and stages it.
 *
 * @param folder absolute path of the remote
 * @throws CommandError when the build fails
 */
export async function stageTab(folder: string, stop: AbortSignal): Promise<StagedTab & { close(): Promise<void> }> {
  await buildOutOfDate([readPackage(folder)], stop)
  const { published, trust, close } = await stageBuild(join(folder, 'dist'))
  return { published, trust: withSettings({ published, trust: trust(published) }, readPackage(folder).settings), close }
}

/** The settings of a shell that shows a staged tab, and gives it settings (D44, settings). */
export function withSettings({ published: { name }, trust }: StagedTab, settings: unknown): TrustJson {
  const { connect, ...listing } = Object(trust.remotes[name])
  return { ...trust, remotes: { [name]: { ...listing, connect: withOrigins(connect, settings), settings } } }
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

/**
 * Shows a staged tab in the pages of a browser context that open a shell, as `publish` does. The requests to the shell's
 * services go to others; none reaches its own.
 */
export async function showStagedTab(
  context: BrowserContext,
  shell: LiveShell,
  staged: StagedTab,
  services: Services,
): Promise<void> {
  await context.route(`${shell.url}**`, respondToPage)
  await context.route('**/*', stubResponses(shell, [staged.published]))
  await context.route(`${shell.url}config.json`, showing(staged.trust))
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

/** A connection that the service closes is closed in the page too. */
async function forward(route: Route, url: string): Promise<void> {
  try {
    await route.fulfill({ response: await route.fetch({ url, maxRedirects: 0, timeout: 0 }) })
  } catch {
    await route.abort('connectionreset')
  }
}
