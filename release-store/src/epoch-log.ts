import { isDeepStrictEqual } from 'node:util'
import { excerpt, hashOf, isState, type Release, releasesOf, type State, stateFindings } from '@canje/registry'
import * as v from 'valibot'
import { JsonFile } from './json-file'
import type { ReleaseStore } from './release-store'
import { emptyIfDamaged } from './store-error'

/** Files read at a time. */
const BATCH = 8

/** A state in the log of its remote. */
export interface LoggedState {
  state: State
  /** The bytes of its file. */
  text: string
  /** That names it in its successor. */
  hash: string
  /** Relative to the store. */
  path: string
  /** Whether one of the signers, or a valid later state, vouches for it. */
  isValid: boolean
}

/** The states of a remote in one epoch. */
export interface EpochLog {
  /** From number 1 on, each linked to the one before. */
  states: LoggedState[]
  /** Why the next file is none of them, as a sentence without the last full stop; undefined if there is none. */
  damage: string | undefined
}

/** The path of a state in its store. */
export function statePath(name: string, epoch: number, n: number): string {
  return `${name}/log/${epoch}/${n}.json`
}

/**
 * Reads the gapless chain of states of an epoch, up to the first file that does not follow. Who has signed them is not verified.
 */
export async function readEpoch(store: ReleaseStore, name: string, epoch: number): Promise<EpochLog> {
  const states: LoggedState[] = []
  for (;;) {
    const paths = Array.from({ length: BATCH }, (_, index) => statePath(name, epoch, states.length + 1 + index))
    const contents = await Promise.all(paths.map((path) => store.read(path).catch(emptyIfDamaged)))
    const end = contents.indexOf(undefined)
    for (const content of contents.slice(0, end === -1 ? BATCH : end)) {
      const path = statePath(name, epoch, states.length + 1)
      const next = await follow(states, { name, epoch }, path, String(content))
      if ('fault' in next) return { states, damage: `${path} ${next.fault}` }
      states.push(next)
    }
    if (end === -1) continue
    const missing = statePath(name, epoch, states.length + 1)
    if (contents.slice(end).every((content) => content === undefined)) return { states, damage: undefined }
    // Other writers may have added both meanwhile.
    if (!(await store.read(missing))) return { states, damage: `${missing} is missing, and a later one exists` }
  }
}

/** Reads the state in the next file of a log, or why it does not follow the others. */
async function follow(
  states: readonly LoggedState[],
  { name, epoch }: Pick<State, 'name' | 'epoch'>,
  path: string,
  text: string,
): Promise<LoggedState | { fault: string }> {
  try {
    const state = v.parse(JsonFile, text)
    if (!isState(state)) return { fault: `is not a valid state. ${stateFindings(state).join('; ')}` }
    const last = states.at(-1)
    const { n, storeId, change, withdrawn } = state
    if (state.name !== name) return { fault: `is a state of ${state.name}` }
    if (state.epoch !== epoch || n !== states.length + 1)
      return { fault: `is the state ${n} of the epoch ${state.epoch}` }
    if (last && storeId !== last.state.storeId)
      return { fault: `is of the store ${storeId}, not of ${last.state.storeId}` }
    if (last && change.before !== last.hash) return { fault: `does not follow ${last.path}` }
    if (last?.state.withdrawn.some((version) => !withdrawn.includes(version)))
      return { fault: 'lists fewer withdrawn versions than the state before' }
    const fault = filesFault(state, releasedIn(states))
    return fault === undefined ? { state, text, hash: await hashOf(state), path, isValid: false } : { fault }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { fault: `is not a valid state. ${excerpt(message)}` }
  }
}

/** The releases that states name, by version. */
export function releasedIn(states: readonly LoggedState[]): Map<string, Release> {
  const releases = states.flatMap(({ state }) => releasesOf(state))
  return new Map(releases.map((release) => [release.version, release]))
}

/** Why a state must not follow others: it names a version with other files. */
export function filesFault(state: State, released: ReadonlyMap<string, Release>): string | undefined {
  const filesOf = (release: Release | undefined) => release && [release.build, release.integrity]
  const changed = releasesOf(state).find((release) => {
    const before = released.get(release.version)
    return before && !isDeepStrictEqual(filesOf(before), filesOf(release))
  })
  return changed && `has other files of ${changed.version} than a state before`
}
