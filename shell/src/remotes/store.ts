import { byTabOrder, containerGlobal, type Integrity, type RegisteredRemote, type Release } from '@canje/registry'
import type { TabProps } from '@canje/shared-auth'
import type { ComponentType } from 'react'
import { createStore } from 'zustand/vanilla'

/** A rendered release. */
export interface Mount {
  /** Unique for each attempt to mount the release. */
  key: string
  /** The remote as in the registry when its tab was opened. */
  remote: RegisteredRemote
  release: Release
  Tab: ComponentType<TabProps>
}

/** The state of a remote's tab. `opening` identifies the attempt to open it. */
export type TabState =
  | { status: 'idle' | 'failed' }
  | { status: 'loading'; opening: number; candidate?: Release }
  /** A slow release and the previous one may be mounting at the same time. */
  | { status: 'mounting'; opening: number; mounts: readonly Mount[] }
  | { status: 'mounted'; mount: Mount }

type TabStatus = TabState['status']
type TabIn<Status extends TabStatus> = Extract<TabState, { status: Status }>

type RegistryState =
  | { status: 'loading' | 'failed' }
  | { status: 'ready'; serial: number; remotes: readonly RegisteredRemote[] }

/** A build that replaces a remote's release in this browser tab only (docs/preview.md). */
export type Preview =
  | { status: 'off' }
  | ({
      /** URL of the build's `release.json`. */
      url: string
      /** Start time, in milliseconds since the epoch. */
      since: number
    } & ( // Nothing is fetched from its origin before a signed-in user confirms.
      | { status: 'unconfirmed' }
      | { status: 'loading' }
      | { status: 'on'; remote: RegisteredRemote }
      | { status: 'failed'; reason: string }
    ))

/** Identifies a previewed build, which has no hashes. It is compared by identity, so no registry can contain it. */
export const UNHASHED: Integrity = {}

export interface RemotesState {
  registry: RegistryState
  preview: Preview
  /** By the remote's name; a missing tab is idle. */
  tabs: Readonly<Record<string, TabState>>
  /** Why builds failed, by container. They are not tried again until their failures are cleared. */
  failures: Readonly<Record<string, string>>
}

type TabEvent =
  | { type: 'open'; remote: string; opening: number }
  | { type: 'candidate'; remote: string; opening: number; release: Release }
  | { type: 'loaded'; opening: number; mount: Mount }
  | { type: 'mounted'; mount: Mount }
  | { type: 'threw'; mount: Mount; reason: string }
  | { type: 'exhausted'; remote: string; opening: number }
  | { type: 'close'; remote: string }

export type RemotesEvent =
  | TabEvent
  | { type: 'failed'; remote: string; release: Release; reason: string }
  | { type: 'clear-failures'; remote: RegisteredRemote }
  | { type: 'registry'; registry: RegistryState }
  | { type: 'preview'; preview: Preview }

type TransitionTable = {
  [Status in TabStatus]: {
    [Type in TabEvent['type']]?: (tab: TabIn<Status>, event: Extract<TabEvent, { type: Type }>) => TabState
  }
}

const idle: TabState = { status: 'idle' }
const failed: TabState = { status: 'failed' }
const load = (_tab: TabState, { opening }: { opening: number }): TabState => ({ status: 'loading', opening })
const close = () => idle
const fail = () => failed

/** Transitions of a tab by status and event; an event without an entry is ignored. */
const transitions: TransitionTable = {
  idle: { open: load },
  loading: {
    candidate: ({ opening }, { release }) => ({ status: 'loading', opening, candidate: release }),
    loaded: ({ opening }, { mount }) => ({ status: 'mounting', opening, mounts: [mount] }),
    exhausted: fail,
    close,
  },
  mounting: {
    loaded: ({ opening, mounts }, { mount }) => ({ status: 'mounting', opening, mounts: [...mounts, mount] }),
    mounted: (_tab, { mount }) => ({ status: 'mounted', mount }),
    threw: ({ opening, mounts }, { mount }) => {
      const others = mounts.filter((other) => other !== mount)
      return others.length > 0 ? { status: 'mounting', opening, mounts: others } : { status: 'loading', opening }
    },
    exhausted: fail,
    close,
  },
  mounted: { open: load, threw: fail, close },
  failed: { open: load, close },
}

const initial: RemotesState = { registry: { status: 'loading' }, preview: { status: 'off' }, tabs: {}, failures: {} }

/** Creates the store of every remote of a page. */
export function createRemotesStore() {
  const { getState, getInitialState, subscribe, setState } = createStore<RemotesState>()(() => initial)
  return {
    getState,
    getInitialState,
    subscribe,
    dispatch: (event: RemotesEvent) => setState((state) => reduce(state, event), true),
  }
}
export type RemotesStore = ReturnType<typeof createRemotesStore>

function reduce(state: RemotesState, event: RemotesEvent): RemotesState {
  switch (event.type) {
    case 'registry':
      return { ...clearFailuresOfReplaced(state, event.registry), registry: event.registry }
    case 'preview':
      return { ...state, preview: event.preview }
    case 'failed':
      return withFailure(state, event.remote, event.release, event.reason)
    case 'clear-failures':
      return clearFailures(state, event.remote)
    default:
      return reduceTab(state, event)
  }
}

function reduceTab(state: RemotesState, event: TabEvent): RemotesState {
  const name = 'mount' in event ? event.mount.remote.name : event.remote
  const tab = tabOf(state, name)
  if (isOutdated(tab, event)) return state
  // TypeScript cannot derive the transition's type from the two lookups.
  const transition = transitions[tab.status][event.type] as ((tab: TabState, event: TabEvent) => TabState) | undefined
  if (!transition) return state
  const next = { ...state, tabs: { ...state.tabs, [name]: transition(tab, event) } }
  return event.type === 'threw' ? withFailure(next, name, event.mount.release, event.reason) : next
}

/** Whether an event belongs to an earlier opening, or to an unmounted release. */
function isOutdated(tab: TabState, event: TabEvent): boolean {
  switch (event.type) {
    case 'candidate':
    case 'loaded':
    case 'exhausted':
      return !isOpening(tab, event.opening)
    case 'mounted':
    case 'threw':
      return !mountsOf(tab).includes(event.mount)
    default:
      return false
  }
}

/** Whether this attempt to open a tab is still under way. */
export function isOpening(tab: TabState, opening: number): boolean {
  return 'opening' in tab && tab.opening === opening
}

function withFailure(state: RemotesState, remote: string, release: Release, reason: string): RemotesState {
  return { ...state, failures: { ...state.failures, [containerGlobal(remote, release)]: reason } }
}

function clearFailures(state: RemotesState, remote: RegisteredRemote): RemotesState {
  const cleared = new Set(releasesOf(remote).map((release) => containerGlobal(remote.name, release)))
  const failures = Object.entries(state.failures).filter(([container]) => !cleared.has(container))
  return { ...state, failures: Object.fromEntries(failures) }
}

/** Clears the failures of remotes whose live release has changed. */
function clearFailuresOfReplaced(state: RemotesState, registry: RegistryState): RemotesState {
  const liveBuilds = new Map(remotesIn(state.registry).map(({ name, live }) => [name, live.build]))
  const replaced = remotesIn(registry).filter(({ name, live }) => live.build !== liveBuilds.get(name))
  return replaced.reduce(clearFailures, state)
}

export function tabOf({ tabs }: RemotesState, remote: string): TabState {
  return tabs[remote] ?? idle
}

/** The releases that a tab renders, mounted or mounting. */
export function mountsOf(tab: TabState): readonly Mount[] {
  if (tab.status === 'mounted') return [tab.mount]
  return tab.status === 'mounting' ? tab.mounts : []
}

/** The mounted build of each tab, visible or hidden, by the remote's name. */
export function mountedBuilds({ tabs }: RemotesState): Record<string, string> {
  const builds = Object.entries(tabs).flatMap(([name, tab]) =>
    tab.status === 'mounted' ? [[name, tab.mount.release.build]] : [],
  )
  return Object.fromEntries(builds)
}

/** The releases whose code may run in the page: those that a tab may open or has mounted. */
export function releasesInPage(state: RemotesState): { name: string; release: Release }[] {
  const mounts = Object.values(state.tabs).flatMap(mountsOf)
  return [
    ...mounts.map(({ remote: { name }, release }) => ({ name, release })),
    ...remotesInUse(state).flatMap((remote) => releasesOf(remote).map((release) => ({ name: remote.name, release }))),
  ]
}

/** @returns why a build failed, or undefined */
export function failureOf({ failures }: RemotesState, remote: string, release: Release): string | undefined {
  return failures[containerGlobal(remote, release)]
}

/** The releases of a remote that have not failed, the best first. */
export function candidatesOf(state: RemotesState, remote: RegisteredRemote): Release[] {
  return releasesOf(remote).filter((release) => failureOf(state, remote.name, release) === undefined)
}

/** All releases of a remote, the live one first. */
export function releasesOf({ live, previous }: RegisteredRemote): Release[] {
  return [live, ...previous]
}

/** The remotes of the registry and the preview; none while the registry is unknown. */
export function remotesInUse({ registry, preview }: RemotesState): readonly RegisteredRemote[] {
  return registry.status === 'ready' ? withPreview(registry.remotes, preview) : []
}

/** Replaces the remote with the previewed one's name or tab id. @returns the remotes in tab order */
export function withPreview(remotes: readonly RegisteredRemote[], preview: Preview): readonly RegisteredRemote[] {
  if (preview.status !== 'on') return remotes
  const { name, live } = preview.remote
  const others = remotes.filter((other) => other.name !== name && other.live.tab.id !== live.tab.id)
  return [...others, preview.remote].sort(byTabOrder)
}

function remotesIn(registry: RegistryState): readonly RegisteredRemote[] {
  return registry.status === 'ready' ? registry.remotes : []
}

/** The serial of the registry in use; 0 while there is none. */
export function serialInUse({ registry }: RemotesState): number {
  return registry.status === 'ready' ? registry.serial : 0
}
