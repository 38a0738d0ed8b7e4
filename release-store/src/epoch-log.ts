import { isDeepStrictEqual } from 'node:util'
import { hashOf, isState, type Release, releasesOf, type State, stateFindings } from '@canje/registry'
import { parseJson } from './json-file'
import type { ReleaseStore } from './release-store'

/** Files read at a time, the first time and at most. */
const FIRST_READ = 2
const MAX_READ = 32

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
 * Reads the gapless chain of states of an epoch. Who has signed them is not verified.
 *
 * @param known the first ones, which never change
 */
export async function readEpoch(
  store: ReleaseStore,
  name: string,
  epoch: number,
  known: readonly LoggedState[],
): Promise<EpochLog> {
  const { texts, gap } = await readTexts(store, (n) => statePath(name, epoch, n), known.length)
  const states = [...known]
  const released = releasedIn(known)
  for (const text of texts) {
    const path = statePath(name, epoch, states.length + 1)
    const read = await readText(text, store.labelOf(path))
    const state = 'state' in read ? read.state : undefined
    const fault = state ? (linkFault(state, { name, epoch }, states) ?? filesFault(state, released)) : undefined
    if ('fault' in read || fault !== undefined)
      return { states, damage: `${path} ${'fault' in read ? read.fault : fault}` }
    states.push({ ...read, text, path, isValid: false })
    for (const release of releasesOf(read.state)) released.set(release.version, release)
  }
  const missing = gap === undefined ? undefined : `${statePath(name, epoch, gap)} is missing, and a later one exists`
  return { states, damage: missing }
}

/**
 * Reads the files of an epoch up to the first number without one.
 *
 * @param count of those that are known
 * @returns that number too, if a later one has a file
 */
async function readTexts(
  store: ReleaseStore,
  pathOf: (n: number) => string,
  count: number,
): Promise<{ texts: string[]; gap: number | undefined }> {
  const texts: string[] = []
  const readAt = async (n: number) => (await store.read(pathOf(n)))?.toString()
  for (let size = FIRST_READ; ; size = Math.min(size * 2, MAX_READ)) {
    const first = count + texts.length + 1
    const found = await Promise.all(Array.from({ length: size }, (_, index) => readAt(first + index)))
    const end = found.indexOf(undefined)
    for (const text of found.slice(0, end === -1 ? size : end)) if (text !== undefined) texts.push(text)
    if (end === -1 || end === size - 1) continue
    if (found.slice(end).every((text) => text === undefined)) return { texts, gap: undefined }
    // Other writers may have added both meanwhile.
    const gap = count + texts.length + 1
    if ((await readAt(gap)) === undefined) return { texts, gap }
  }
}

async function readText(text: string, file: string): Promise<{ state: State; hash: string } | { fault: string }> {
  try {
    const json = parseJson(text, file)
    if (isState(json)) return { state: json, hash: await hashOf(json) }
    return { fault: `is not a valid state. ${stateFindings(json).join('; ')}` }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { fault: `is not a valid state. ${message.replace(/\.$/, '')}` }
  }
}

/** Why a state does not follow those before it. */
function linkFault(
  state: State,
  place: Pick<State, 'name' | 'epoch'>,
  before: readonly LoggedState[],
): string | undefined {
  const last = before.at(-1)
  if (state.name !== place.name) return `is a state of ${state.name}`
  if (state.epoch !== place.epoch || state.n !== before.length + 1)
    return `is the state ${state.n} of the epoch ${state.epoch}`
  if (!last) return undefined
  if (state.storeId !== last.state.storeId) return `is of the store ${state.storeId}, not of ${last.state.storeId}`
  if (state.change.before !== last.hash) return `does not follow ${last.path}`
  const isShorter = last.state.withdrawn.some((version) => !state.withdrawn.includes(version))
  return isShorter ? 'lists fewer withdrawn versions than the state before' : undefined
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
