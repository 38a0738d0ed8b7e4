import {
  containerGlobal,
  filesOfModule,
  type RegisteredRemote,
  type Release,
  slotModule,
  TAB_MODULE,
} from '@canje/registry'
import { faultOf } from '@canje/shared-auth/fault'
import { mountOf, type OutletState } from './outlet'
import { thrownIn } from './releases/thrown-by-tab'
import { type Failure, mountedTabs, type RemotesState, remoteNamed } from './store'
import { errorTypeOf, mask } from './telemetry/mask'

const STATUS: Record<OutletState['status'], string> = {
  idle: 'sin abrir',
  loading: 'se está abriendo',
  mounting: 'se está abriendo',
  mounted: 'en uso',
  failed: 'falló',
}

/**
 * Describes the tabs and extensions of a page in Spanish, one a line: versions, builds, and why one is not the live one. Those
 * that the page has not needed are left out: a menu may have hundreds. No line has what a tab's own code said, because that may name a person.
 */
export function describeRemotes(state: RemotesState): string[] {
  const inUse = mountedTabs(state).map(({ remote }) => remote)
  const listed = state.menu.flatMap(({ name, tab, slots }) => {
    const remote = remoteNamed(state, name) ?? inUse.find((one) => one.name === name)
    const place = `${tab.label} (${name})`
    if (!remote) return state.states[name] ? [`${place}: sin versión que mostrar`] : []
    const filled = slots.filter((slot) => filesOfModule(remote.live, slotModule(slot)))
    return [
      `${place}: ${part(state, remote, TAB_MODULE)}`,
      ...filled.map((slot) => `${slot} (${name}): ${part(state, remote, slotModule(slot))}`),
    ]
  })
  const unlisted = inUse.filter(({ name }) => !state.menu.some((one) => one.name === name))
  return [...listed, ...unlisted.map((remote) => `${remote.name}, fuera del menú: ${part(state, remote, TAB_MODULE)}`)]
}

function part(state: RemotesState, { name, live }: RegisteredRemote, module: string): string {
  const outlets = outletsOf(state, name, module)
  const [mount] = outlets.flatMap((outlet) => mountOf(outlet) ?? [])
  const shown = mount?.release ?? live
  // Its state may have named another one since.
  const asked = mount?.remote.live ?? live
  if (shown.build === asked.build && asked.build !== live.build)
    return `${releaseText(shown)}, en uso; al volver a entrar, ${releaseText(live)}`
  const status = STATUS[outlets[0]?.status ?? 'idle']
  const text = `${releaseText(shown)}, ${shown.build === asked.build ? status : `en lugar de ${releaseText(asked)}`}`
  const failures = state.failures.filter((failure) => failure.remote === name && failure.module === module)
  return failures.length > 0 ? `${text}. ${failures.map(reasonText).join(' ')}` : text
}

function outletsOf({ outlets }: RemotesState, name: string, module: string): OutletState[] {
  const isOf = (id: string) =>
    module === TAB_MODULE ? id === name : id.startsWith(`${name} ${module.slice('./'.length)} `)
  return Object.entries(outlets).flatMap(([id, outlet]) => (isOf(id) ? [outlet] : []))
}

function reasonText({ remote, release, error }: Failure): string {
  const { version, entry } = release
  if (faultOf(error).kind === 'settings-invalid') return `La ${version} no admite sus ajustes: ${error.cause}.`
  const thrown = thrownIn(error)
  if (thrown) return `La ${version} falló al mostrarse (${errorTypeOf(thrown.thrown)}).`
  const text = mask(error.message, [remote, version, entry, containerGlobal(remote, release)])
  return `La ${version} falló: ${text.replace(/\s+/g, ' ').replace(/\.?$/, '.')}`
}

function releaseText({ version, build }: Release): string {
  return `${version} [${build}]`
}
