import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sharedUiOf } from '@canje/build'
import type { Authority, ShellConfig } from '@canje/registry'
import { ROOT } from 'repo'
import { createRemotesServer, createShellServer, listen } from '../../dev-stack'
import { buildOutOfDate, readPackage } from '../../project'

const SHELL = join(ROOT, 'shell')
const UNREACHABLE_REGISTRY = 'http://remotes.test/registry.json'

/** A live shell with unreachable services, since checks must not use them. It accepts telemetry only. */
export interface RunningShell {
  /** Base URL, ending in a slash. */
  url: string
  /** Bodies sent to its `reportUrl`. */
  reports: unknown[]
  /** Replaces the registry keys in its `/config.json`. */
  trust(...registryKeys: string[]): void
  /** Replaces them with a root of trust for schema 3. */
  entrust(authority: Authority): void
  close(): Promise<void>
}

/**
 * Builds the shell if it is out of date, and serves it.
 *
 * @param registryKey trusted public key
 * @param registryUrl unreachable by default
 */
export async function openShell(registryKey: string, registryUrl = UNREACHABLE_REGISTRY): Promise<RunningShell> {
  const shell = readPackage(SHELL)
  await buildOutOfDate([shell], new AbortController().signal)
  return serve(join(shell.directory, 'dist'), registryKey, registryUrl)
}

/** Serves a shell's manifest and configuration, and an error page in place of tabs. */
export async function openShellWithoutTabs(
  registryKey: string,
  provides: Record<string, string>,
  registryUrl = UNREACHABLE_REGISTRY,
  sharedUi = sharedUiOf(SHELL),
): Promise<RunningShell> {
  const dist = await mkdtemp(join(tmpdir(), 'canje-shell-'))
  await writeFile(
    join(dist, 'release.json'),
    JSON.stringify({ name: 'shell', version: '1.0.0', build: 'b', provides, sharedUi }),
  )
  const page = '<p>No se pudieron cargar las pestañas</p>'
  for (const name of ['index.html', 'main.html']) await writeFile(join(dist, name), page)
  const { close, ...shell } = await serve(dist, registryKey, registryUrl)
  return { ...shell, close: () => Promise.all([close(), rm(dist, { recursive: true })]).then(() => undefined) }
}

/** As {@link openShellWithoutTabs}, and serves the store whose registry it reads. */
export async function openShellWithoutTabsOf(
  store: string,
  registryKey: string,
  provides: Record<string, string>,
  sharedUi?: string,
) {
  await mkdir(store, { recursive: true })
  const remotes = await createRemotesServer(store)
  const shell = await openShellWithoutTabs(registryKey, provides, `${await listen(remotes, 0)}/registry.json`, sharedUi)
  return { ...shell, close: () => Promise.all([shell.close(), remotes.close()]) }
}

async function serve(dist: string, registryKey: string, registryUrl: string): Promise<RunningShell> {
  const config: ShellConfig = {
    securityUrl: 'http://security.test',
    apiUrl: 'http://api.test/v1/',
    registryUrl,
    registryKey,
    // Its page only reports scripts without a hash: the checks themselves must refuse them.
    previewOrigins: ['http://localhost:3137'],
  }
  const server = await createShellServer(dist, config)
  const reports: unknown[] = []
  server.post('/reports', async ({ body }) => void reports.push(body))
  const url = await listen(server, 0)
  config.reportUrl = `${url}/reports`
  const trust = (...registryKeys: string[]) => {
    delete config.registryKey
    config.registryKeys = registryKeys
  }
  const entrust = (authority: Authority) => {
    delete config.registryKey
    Object.assign(config, authority)
  }
  return { url: `${url}/`, reports, trust, entrust, close: () => server.close() }
}
