import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sharedUiOf } from '@canje/build'
import { ROOT } from 'repo'
import { type ConfigJson, createShellServer, listen, type TrustJson } from '../../dev-stack'
import { buildOutOfDate, readPackage } from '../../project'

const SHELL = join(ROOT, 'shell')

/** A root of trust, with the URL of its store; by default, no page can read it. */
type Trusting = TrustJson & Partial<Pick<ConfigJson, 'storeUrl'>>

/** A live shell with unreachable services, since checks must not use them. It accepts telemetry only. */
export type RunningShell = Awaited<ReturnType<typeof serve>>

/** Builds the shell if it is out of date, and serves it. */
export async function openShell(trust: Trusting) {
  const shell = readPackage(SHELL)
  await buildOutOfDate([shell], new AbortController().signal)
  return serve(join(shell.directory, 'dist'), trust)
}

/** Serves a shell's manifest and configuration, and an error page in place of tabs. */
export async function openShellWithoutTabs(
  trust: Trusting,
  provides: Record<string, string>,
  sharedUi = sharedUiOf(SHELL),
) {
  const dist = await mkdtemp(join(tmpdir(), 'canje-shell-'))
  await writeFile(
    join(dist, 'release.json'),
    JSON.stringify({ name: 'shell', version: '1.0.0', build: 'b', provides, sharedUi }),
  )
  const page = '<p>No se pudieron cargar las pestañas</p>'
  for (const name of ['index.html', 'main.html']) await writeFile(join(dist, name), page)
  return serve(dist, trust)
}

async function serve(dist: string, trust: Trusting) {
  const config: ConfigJson = {
    securityUrl: 'http://security.test',
    apiUrl: 'http://api.test/v1/',
    storeUrl: 'http://remotes.test/',
    ...trust,
  }
  const server = await createShellServer(dist, config)
  /** Bodies sent to its `reportUrl`. */
  const reports: unknown[] = []
  server.post('/reports', async ({ body }) => void reports.push(body))
  const url = await listen(server, 0)
  config.reportUrl = `${url}/reports`
  /** Replaces parts of its `/config.json`. */
  const entrust = (changes: Partial<ConfigJson>) => void Object.assign(config, changes)
  return { url: `${url}/`, reports, entrust, close: () => server.close() }
}
