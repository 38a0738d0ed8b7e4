import type { ComponentType } from 'react'
import { byTabOrder, containerGlobal, type Integrity, type RegisteredRemote, type Release } from 'registry'
import type { TabProps } from 'shared-auth'
import { createStore } from 'zustand/vanilla'

/** A release that is rendered in its tab. */
export interface Mount {
  /** Another one for each attempt to show it. */
  key: string
  /** The remote as the registry named it when its tab was opened. */
  remote: RegisteredRemote
  release: Release
  Tab: ComponentType<TabProps>
}

/** What a tab shows of its remote. `opening` identifies the attempt to open it. */
export type TabState =
  | { status: 'idle' | 'failed' }
  | { status: 'loading'; opening: number; candidate?: Release }
  /** Beside a slow release the previous one may be on its way to its first render, too. */
  | { status: 'mounting'; opening: number; mounts: readonly Mount[] }
  | { status: 'shown'; mount: Mount }

type TabStatus = TabState['status']
type TabIn<Status extends TabStatus> = Extract<TabState, { status: Status }>

type RegistryState =
  | { status: 'loading' | 'failed' }
  | { status: 'ready'; serial: number; remotes: readonly RegisteredRemote[] }

/** A build of one's own in place of a remote's release, in this browser tab only (docs/preview.md). */
export type Preview =
  | { status: 'off' }
  | ({
      /** URL of the build's `release.json`. */
      address: string
      /** When it began, in milliseconds since the epoch. */
      since: number
    } & ( // Nothing is fetched from its origin before a signed-in person has agreed.
      | { status: 'unconfirmed' }
      | { status: 'loading' }
      | { status: 'on'; remote: RegisteredRemote }
      | { status: 'failed'; reason: string }
    ))

/** Marks a previewed build, which has no hashes. No registry can name this very object. */
export const UNHASHED: Integrity = {}

export interface RemotesState {
  registry: RegistryState
  preview: Preview
  /** By the remote's name; a tab that is missing is idle. */
  tabs: Readonly<Record<string, TabState>>
  /** Why builds failed, by their container. They are not tried again until they are forgiven. */
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
  | { type: 'forgive'; remote: RegisteredRemote }
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

/** What each event makes of a tab; in a status without an entry for it, an event is ignored. */
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
    mounted: (_tab, { mount }) => ({ status: 'shown', mount }),
    threw: ({ opening, mounts }, { mount }) => {
      const others = mounts.filter((other) => other !== mount)
      return others.length > 0 ? { status: 'mounting', opening, mounts: others } : { status: 'loading', opening }
    },
    exhausted: fail,
    close,
  },
  shown: { open: load, threw: fail, close },
  failed: { open: load, close },
}

const initial: RemotesState = { registry: { status: 'loading' }, preview: { status: 'off' }, tabs: {}, failures: {} }

/** The state of every remote of a page. */
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
      return { ...forgiveReplaced(state, event.registry), registry: event.registry }
    case 'preview':
      return { ...state, preview: event.preview }
    case 'failed':
      return withFailure(state, event.remote, event.release, event.reason)
    case 'forgive':
      return forgive(state, event.remote)
    default:
      return reduceTab(state, event)
  }
}

function reduceTab(state: RemotesState, event: TabEvent): RemotesState {
  const name = 'mount' in event ? event.mount.remote.name : event.remote
  const tab = tabOf(state, name)
  if (isOutdated(tab, event)) return state
  // The table has an entry of this very type for each pair; TypeScript cannot follow the two lookups.
  const transition = transitions[tab.status][event.type] as ((tab: TabState, event: TabEvent) => TabState) | undefined
  if (!transition) return state
  const next = { ...state, tabs: { ...state.tabs, [name]: transition(tab, event) } }
  return event.type === 'threw' ? withFailure(next, name, event.mount.release, event.reason) : next
}

/** Whether an event is of an earlier opening, or of a release that is rendered no more. */
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

/** Whether this attempt to open a tab is under way: not overtaken, not at its end, and the tab not closed. */
export function isOpening(tab: TabState, opening: number): boolean {
  return 'opening' in tab && tab.opening === opening
}

function withFailure(state: RemotesState, remote: string, release: Release, reason: string): RemotesState {
  return { ...state, failures: { ...state.failures, [containerGlobal(remote, release)]: reason } }
}

function forgive(state: RemotesState, remote: RegisteredRemote): RemotesState {
  const forgiven = new Set(releasesOf(remote).map((release) => containerGlobal(remote.name, release)))
  const failures = Object.entries(state.failures).filter(([container]) => !forgiven.has(container))
  return { ...state, failures: Object.fromEntries(failures) }
}

/** Remotes with another live release get another chance. */
function forgiveReplaced(state: RemotesState, registry: RegistryState): RemotesState {
  const liveBuilds = new Map(remotesIn(state.registry).map(({ name, live }) => [name, live.build]))
  const replaced = remotesIn(registry).filter(({ name, live }) => live.build !== liveBuilds.get(name))
  return replaced.reduce(forgive, state)
}

export function tabOf({ tabs }: RemotesState, remote: string): TabState {
  return tabs[remote] ?? idle
}

/** The releases that a tab renders, shown or on their way to their first render. */
export function mountsOf(tab: TabState): readonly Mount[] {
  if (tab.status === 'shown') return [tab.mount]
  return tab.status === 'mounting' ? tab.mounts : []
}

/** The build that each tab shows, visible or not, by the remote's name. */
export function shownBuilds({ tabs }: RemotesState): Record<string, string> {
  const shown = Object.entries(tabs).flatMap(([name, tab]) =>
    tab.status === 'shown' ? [[name, tab.mount.release.build]] : [],
  )
  return Object.fromEntries(shown)
}

/** @returns why a build failed, or undefined */
export function failureOf({ failures }: RemotesState, remote: string, release: Release): string | undefined {
  return failures[containerGlobal(remote, release)]
}

/** The releases of a remote that may be shown, the best first. */
export function candidatesOf(state: RemotesState, remote: RegisteredRemote): Release[] {
  return releasesOf(remote).filter((release) => failureOf(state, remote.name, release) === undefined)
}

/** The live release first. */
export function releasesOf({ live, previous }: RegisteredRemote): Release[] {
  return [live, ...previous]
}

/** The remotes of the registry and the preview; none while the registry is unknown. */
export function remotesInUse({ registry, preview }: RemotesState): readonly RegisteredRemote[] {
  return registry.status === 'ready' ? withPreview(registry.remotes, preview) : []
}

/** The previewed remote takes the place of the one with its name, or its tab's id. */
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
