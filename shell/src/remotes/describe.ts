import { containerGlobal, type RegisteredRemote, type Release, slotModule, TAB_MODULE } from '@canje/registry'
import { mountOf, type OutletState } from './outlet'
import type { RegistryFacts } from './registry/client'
import { type RemotesState, releasesWith, remotesInUse } from './store'
import { isErrorType, mask } from './telemetry/mask'

/**
 * Describes the tabs and extensions of a page in Spanish, one a line: versions, builds, and why one is not the live one.
 * No line has what a tab's own code said, because that may name a person.
 */
export function describeRemotes(state: RemotesState, facts: RegistryFacts | undefined): string[] {
  return remotesInUse(state).flatMap((remote) => {
    const { name, live } = remote
    const serial = facts?.serials[name]?.serial
    const slots = live.extensions ?? []
    return [
      `${live.tab.label} (${name}${serial === undefined ? '' : `, serie ${serial}`}): ${part(state, remote, TAB_MODULE)}`,
      ...slots.map(({ slot }) => `${slot} (${name}): ${part(state, remote, slotModule(slot))}`),
    ]
  })
}

function part(state: RemotesState, remote: RegisteredRemote, module: string): string {
  const mount = Object.values(state.outlets)
    .flatMap((outlet) => mountOf(outlet) ?? [])
    .find((shown) => shown.remote.name === remote.name && shown.outlet.module === module)
  const live = `${releaseText(remote.live)}, ${statusText(outletIn(state, remote, module))}`
  // The registry may have named another one since.
  const asked = mount?.remote ?? remote
  if (mount && mount.release.build === asked.live.build) {
    const isNewest = mount.release.build === remote.live.build
    return isNewest ? live : `${releaseText(mount.release)}, en uso; al volver a entrar, ${releaseText(remote.live)}`
  }
  const rejected = releasesWith(asked, { id: '', remote: remote.name, module })
  const before = mount ? rejected.slice(0, rejected.indexOf(mount.release)) : rejected
  const reasons = before.flatMap((release) => reasonText(state, remote.name, module, release))
  if (mount) return `${releaseText(mount.release)}, en lugar de ${releaseText(asked.live)}. ${reasons.join(' ')}`
  return reasons.length > 0 ? `${live}. ${reasons.join(' ')}` : live
}

function outletIn(state: RemotesState, { name }: RegisteredRemote, module: string): OutletState['status'] {
  const ids = Object.keys(state.outlets).filter((id) =>
    module === TAB_MODULE ? id === name : id.startsWith(`${name} ${module.slice('./'.length)} `),
  )
  return ids.map((id) => state.outlets[id]?.status).find((status) => status !== undefined) ?? 'idle'
}

function reasonText({ failures }: RemotesState, remote: string, module: string, release: Release): string[] {
  const { version, build, entry } = release
  const failure = failures.find(
    (failed) => failed.remote === remote && failed.module === module && failed.build === build,
  )
  if (!failure) return []
  const { reason, thrown } = failure
  if (thrown === undefined) {
    const text = mask(reason, [remote, version, entry, containerGlobal(remote, release)])
    return [`La ${version} falló: ${text.replace(/\s+/g, ' ').replace(/\.?$/, '.')}`]
  }
  return [`La ${version} falló al mostrarse (${isErrorType(thrown) ? thrown : 'Error'}).`]
}

function releaseText({ version, build }: Release): string {
  return `${version} [${build}]`
}

function statusText(status: OutletState['status']): string {
  switch (status) {
    case 'idle':
      return 'sin abrir'
    case 'loading':
    case 'mounting':
      return 'se está abriendo'
    case 'mounted':
      return 'en uso'
    case 'failed':
      return 'falló'
  }
}
