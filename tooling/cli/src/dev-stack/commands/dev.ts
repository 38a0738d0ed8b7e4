import { parseArgs } from 'node:util'
import { remotePort } from '@canje/build'
import {
  CommandError,
  findRemotes,
  hasTab,
  isRemote,
  type Package,
  readPackage,
  repositoryOf,
  requireRemotes,
  type Scope,
  untilStopped,
} from '../../project'
import { announce } from '../announce'
import { startBackend } from '../backend'
import { prepareDataDirectory } from '../data-directory'
import { startRemoteDevServer } from '../dev-server'
import { findDevShell } from '../dev-shell'
import { createDevStore, devReleases } from '../dev-store'
import { listen } from '../http-server'
import { settingsFiles } from '../listings'
import { originOf } from '../origin'
import { requireUsablePorts } from '../ports'
import { assertServing } from '../readiness'
import { portsOf, readSettings, type Settings } from '../settings'

export const usage = `Usage:
  npm run dev                                  the shell and every remote, with hot reload
  npm run dev -w mf-codes                      the shell with this remote only
In a repository with one remote, -w is not needed.`

/** `npm run dev`: serves the shell with every remote or with one, until it is stopped. */
export async function run(args: string[], stop: AbortSignal): Promise<number> {
  parseArgs({ args })
  const settings = readSettings(process.env)
  const remotes = portsOfRemotes(settings, process.cwd())
  return untilStopped(stop, (scope) => startDevelopment(settings, remotes, scope))
}

/** Each remote has a fixed port, so that several commands can each serve one remote. */
function portsOfRemotes({ REMOTES_PORT }: Settings, folder: string): Map<Package, number> {
  const remotes = hasTab(folder) ? [remoteIn(folder)] : requireRemotes(repositoryOf(folder))
  return new Map(remotes.map((remote) => [remote, remotePort(remote, REMOTES_PORT)]))
}

function remoteIn(folder: string): Package {
  const remote = readPackage(folder)
  if (isRemote(remote)) return remote
  throw new CommandError(`${folder} is not a remote: the name "${remote.name}" does not begin with mf-.`)
}

async function startDevelopment(settings: Settings, remotes: Map<Package, number>, scope: Scope): Promise<void> {
  const startShell = findDevShell(repositoryOf(process.cwd()))
  const portOfEach = Object.fromEntries([...remotes].map(([{ name }, port]) => [name, port]))
  await requireUsablePorts({ ...portsOf(settings), ...portOfEach })
  await prepareDataDirectory(settings.DATA_DIR)
  const { PORT, REMOTES_PORT, ALLOWED_HOSTS: allowedHosts } = settings
  const { states, trust } = await devReleases(remotes)
  const [backend] = await Promise.all([
    scope.open(startBackend(settings)),
    ...[...remotes].map(([remote, port]) => scope.open(startRemoteDevServer(remote, port, allowedHosts))),
  ])
  const store = await scope.open(Promise.resolve(createDevStore(states, allowedHosts)))
  const storeUrl = await listen(store, REMOTES_PORT)
  const { securityUrl, apiUrl, features } = backend
  // A remote that `rspack dev` serves is opened as a preview.
  const others = findRemotes(repositoryOf(process.cwd())).map((remote) => originOf(remotePort(remote, REMOTES_PORT)))
  const previewOrigins = [...new Set([...settings.PREVIEW_ORIGINS, ...others])]
  const settingsAt = settingsFiles(() => [...remotes.keys()])
  const config = { previewOrigins, securityUrl, apiUrl, storeUrl, features, settingsAt, ...trust }
  const origins = [...remotes.values()].map((port) => originOf(port))
  await scope.open(startShell(PORT, config, origins, allowedHosts))
  await assertServing(originOf(PORT), Object.keys(portOfEach))
  await announce(originOf(PORT), settings, backend, scope.signal)
}
