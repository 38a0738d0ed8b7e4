import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildOutOfDate, readPackage, repositoryOf, requireSettings, type Scope, untilStopped } from '../../project'
import { announce } from '../announce'
import { startBackend } from '../backend'
import { prepareDataDirectory, releaseStoreIn } from '../data-directory'
import { listen } from '../http-server'
import { remotesNow, settingsFiles } from '../listings'
import { requireUsablePorts } from '../ports'
import { assertServing } from '../readiness'
import { releaseBuilds } from '../releases'
import { createRemotesServer } from '../remotes-server'
import { portsOf, readSettings, type Settings } from '../settings'
import { createShellServer } from '../shell-server'

export const usage = `Usage: npm start
Builds, releases and serves everything until Ctrl-C. Environment variables set it up: see docs/operations.md.`

/** `npm start`: builds, releases and serves everything until it is stopped. */
export async function run(args: string[], stop: AbortSignal): Promise<number> {
  parseArgs({ args })
  const settings = readSettings(process.env)
  await requireUsablePorts(portsOf(settings))
  await prepareDataDirectory(settings.DATA_DIR)
  return untilStopped(stop, (scope) => startStack(settings, scope))
}

async function startStack(settings: Settings, scope: Scope): Promise<void> {
  const { DATA_DIR, ALLOWED_HOSTS, PREVIEW_ORIGINS: previewOrigins, REPORT_URL: reportUrl } = settings
  const root = repositoryOf(process.cwd())
  const shell = readPackage(join(root, 'shell'))
  const remotes = remotesNow(root)
  const released = remotes()
  await requireSettings(released)
  const [backend, { trust, listings }] = await Promise.all([
    scope.open(startBackend(settings)),
    buildOutOfDate([shell, ...released], scope.signal).then(() => releaseBuilds(DATA_DIR, released)),
  ])
  const remotesServer = await scope.open(createRemotesServer(releaseStoreIn(DATA_DIR), ALLOWED_HOSTS))
  const storeUrl = await listen(remotesServer, settings.REMOTES_PORT)
  const config = {
    securityUrl: backend.securityUrl,
    apiUrl: backend.apiUrl,
    storeUrl,
    ...trust,
    // A further remote, and a label that changes, need no restart.
    get remotes() {
      return listings(remotes())
    },
    settingsAt: settingsFiles(remotes, join(DATA_DIR, 'settings')),
    previewOrigins,
    features: backend.features,
    ...(reportUrl && { reportUrl }),
  }
  const shellServer = await scope.open(createShellServer(join(shell.directory, 'dist'), config, ALLOWED_HOSTS))
  const shellUrl = await listen(shellServer, settings.PORT)
  await assertServing(
    shellUrl,
    released.map(({ name }) => name),
  )
  await announce(shellUrl, settings, backend, scope.signal)
}
