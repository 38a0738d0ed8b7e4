import {
  type Authority,
  containerGlobal,
  filesOfModule,
  type Integrity,
  type ListedRemote,
  listingOf,
  type RegisteredRemote,
  type Release,
  releasesOf,
  TAB_MODULE,
} from '@canje/registry'
import { createStore } from 'zustand/vanilla'
import { menuWith } from './menu'
import { idle, type Mount, mountOf, type Outlet, type OutletEvent, type OutletState, outletAfter } from './outlet'
import { type Preview, previewAfter, type RemoteState } from './preview-state'
import { trustIn } from './trust'

/** Identifies a previewed build, which has no hashes. It is compared by identity, so no state can contain it. */
export const UNHASHED: Integrity = {}

export interface RemotesState {
  /** The menu of the operator, and who may release what (D36, root of trust; D43, operator's menu). */
  authority: Authority
  /** The remotes of that menu and of the preview, in tab order. */
  menu: readonly ListedRemote[]
  /** By remote; those of the menu that the page has needed. A missing one is unknown or loading. */
  states: Readonly<Record<string, RemoteState>>
  preview: Preview
  /** By id; a missing outlet is idle. */
  outlets: Readonly<Record<string, OutletState>>
  /** Builds that are not tried again until their failures are cleared. */
  failures: readonly Failure[]
}

/** Why a module of a release failed. */
export interface Failure {
  remote: string
  module: string
  release: Release
  /** The outlet in which it threw, which may be by its input; a module that does not load fails in all. */
  outlet?: string
  error: Error
}

export type RemotesEvent =
  | OutletEvent
  | { type: 'failed'; failure: Failure }
  | { type: 'clear-failures'; outlet: Outlet }
  | { type: 'authority'; authority: Authority }
  | { type: 'state'; name: string; state: RemoteState }
  | { type: 'preview'; preview: Preview }

/** Creates the store of every remote of a page. */
export function createRemotesStore(authority: Authority) {
  const { setState, ...store } = createStore<RemotesState>()(() => ({
    authority,
    menu: authority.remotes,
    states: {},
    preview: { status: 'off' },
    outlets: {},
    failures: [],
  }))
  return {
    ...store,
    /** Resolves once the state meets a condition, or with `end`. */
    until: (isMet: (state: RemotesState) => boolean, end?: Promise<unknown>) =>
      new Promise<void>((resolve) => {
        const stop = () => {
          unsubscribe()
          resolve()
        }
        const check = () => isMet(store.getState()) && stop()
        const unsubscribe = store.subscribe(check)
        end?.then(stop)
        check()
      }),
    dispatch: (event: RemotesEvent) => setState((state) => reduce(state, event), true),
  }
}
export type RemotesStore = ReturnType<typeof createRemotesStore>

function reduce(state: RemotesState, event: RemotesEvent): RemotesState {
  switch (event.type) {
    case 'authority':
      return withPreviewAfter(withAuthority(state, event.authority))
    case 'state':
      return withPreviewAfter(withState(state, event.name, event.state))
    case 'preview':
      return withPreviewAfter({ ...state, preview: event.preview, menu: menuOf(state.authority, event.preview) })
    case 'failed':
      return withFailure(state, event.failure)
    case 'clear-failures':
      return { ...state, failures: state.failures.filter((failure) => !concerns(failure, event.outlet)) }
    default:
      return reduceOutlet(state, event)
  }
}

/** The menu has the tab of a candidate without it. */
function withPreviewAfter(state: RemotesState): RemotesState {
  return { ...state, preview: previewAfter(state.preview, state) }
}

function reduceOutlet(state: RemotesState, event: OutletEvent): RemotesState {
  const outlet = 'mount' in event ? event.mount.outlet : event.outlet
  const before = outletOf(state, outlet)
  const after = outletAfter(before, event)
  if (after === before) return state
  // An idle outlet has no entry: a page may show a slot any number of times.
  const { [outlet.id]: _, ...others } = state.outlets
  const next = { ...state, outlets: after === idle ? others : { ...others, [outlet.id]: after } }
  switch (event.type) {
    case 'threw': {
      const { id, remote, module } = event.mount.outlet
      return withFailure(next, { remote, module, release: event.mount.release, outlet: id, error: event.error })
    }
    case 'close':
      return { ...next, failures: state.failures.filter((failure) => failure.outlet !== outlet.id) }
    default:
      return next
  }
}

function withFailure(state: RemotesState, failure: Failure): RemotesState {
  return { ...state, failures: [...state.failures, failure] }
}

function concerns(failure: Failure, { id, remote, module }: Outlet): boolean {
  return failure.remote === remote && failure.module === module && (failure.outlet ?? id) === id
}

function withAuthority(state: RemotesState, authority: Authority): RemotesState {
  const isTrusted = ([name]: [string, RemoteState]) => trustIn(authority, name) === trustIn(state.authority, name)
  const states = Object.fromEntries(Object.entries(state.states).filter(isTrusted))
  return { ...state, authority, menu: menuOf(authority, state.preview), states }
}

/** A remote that has another live release forgets its failures. */
function withState(state: RemotesState, name: string, next: RemoteState): RemotesState {
  // It was taken out of the menu while its state was fetched.
  if (!listingOf(state.authority, name)) return state
  const after = { ...state, states: { ...state.states, [name]: next } }
  if (releasedRemote(state, name)?.live.build === releasedRemote(after, name)?.live.build) return after
  return { ...after, failures: state.failures.filter(({ remote }) => remote !== name) }
}

export function outletOf({ outlets }: RemotesState, { id }: Pick<Outlet, 'id'>): OutletState {
  return outlets[id] ?? idle
}

/** What is mounted, visible or hidden. */
export function mountsIn({ outlets }: RemotesState): Mount[] {
  return Object.values(outlets).flatMap((outlet) => (outlet.status === 'mounted' ? outlet.mount : []))
}

/** What is mounted of a candidate that has ended while the page ran it. */
export function endedCandidate(state: RemotesState): Mount | undefined {
  const { preview } = state
  if (preview.status !== 'failed' || 'url' in preview) return undefined
  const { refusal, listed, version } = preview
  if (!['withdrawn', 'expired', 'other'].includes(refusal)) return undefined
  return mountsIn(state).find(({ remote, release }) => remote.name === listed?.name && release.version === version)
}

/** The mounted tabs, visible or hidden. */
export function mountedTabs(state: RemotesState): Mount[] {
  return mountsIn(state).filter(({ outlet }) => outlet.module === TAB_MODULE)
}

/** The builds of the mounted tabs, by the remote's name. */
export function mountedBuilds(state: RemotesState): Record<string, string> {
  return Object.fromEntries(mountedTabs(state).map(({ remote, release }) => [remote.name, release.build]))
}

/** The releases whose code may run in the page: those that an outlet may open or has mounted. */
export function releasesInPage(state: RemotesState): { name: string; release: Release }[] {
  const mounts = Object.values(state.outlets).flatMap((outlet) => mountOf(outlet) ?? [])
  return [
    ...mounts.map(({ remote: { name }, release }) => ({ name, release })),
    ...state.menu.flatMap(({ name }) => {
      const remote = remoteNamed(state, name)
      return remote ? releasesOf(remote).map((release) => ({ name, release })) : []
    }),
  ]
}

/** The failures of releases in an outlet, in their order. */
export function failuresOf({ failures }: RemotesState, outlet: Outlet): Failure[] {
  return failures.filter((failure) => concerns(failure, outlet))
}

/** @returns the failure of a build in an outlet, or undefined */
export function failureOf(state: RemotesState, outlet: Outlet, { build }: Release): Failure | undefined {
  return failuresOf(state, outlet).find(({ release }) => release.build === build)
}

/** The releases of a remote that expose the module of an outlet and have not failed there, the best first. */
export function usableReleases(state: RemotesState, remote: RegisteredRemote, outlet: Outlet): Release[] {
  const exposing = releasesOf(remote).filter((release) => filesOfModule(release, outlet.module) !== undefined)
  return exposing.filter((release) => failureOf(state, outlet, release) === undefined)
}

/** Identifies a module of a build in the federation runtime. */
export function moduleId({ remote, module }: Pick<Outlet, 'remote' | 'module'>, release: Release): string {
  return `${containerGlobal(remote, release)}${module.slice(1)}`
}

/** The remote of the preview, or of its state. @returns undefined while the state is unknown, and without a usable release */
export function remoteNamed(state: RemotesState, name: string): RegisteredRemote | undefined {
  const { preview } = state
  const isPreviewed = preview.status === 'on' && preview.remote.name === name
  return isPreviewed ? preview.remote : releasedRemote(state, name)
}

/** {@link remoteNamed}, whether or not a preview replaces it. */
export function releasedRemote({ states }: RemotesState, name: string): RegisteredRemote | undefined {
  const known = states[name]
  return known?.status === 'ready' ? known.remote : undefined
}

function menuOf({ remotes }: Authority, preview: Preview): readonly ListedRemote[] {
  return preview.status === 'on' && 'url' in preview ? menuWith(remotes, preview.listed) : remotes
}
