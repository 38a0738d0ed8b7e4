import {
  type Authority,
  byTabOrder,
  containerGlobal,
  filesOfModule,
  type Integrity,
  isConfusable,
  type ListedRemote,
  ownerOfSlot,
  type RegisteredRemote,
  type Release,
  slotModule,
  TAB_MODULE,
} from '@canje/registry'
import type { Fault } from '@canje/shared-auth/fault'
import { createStore } from 'zustand/vanilla'
import { idle, type Mount, mountOf, type Outlet, type OutletEvent, type OutletState, outletAfter } from './outlet'

type RegistryState =
  | { status: 'loading' }
  | { status: 'failed'; fault: Fault }
  | { status: 'ready'; remotes: readonly RegisteredRemote[] }

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
      | { status: 'on'; remote: RegisteredRemote; listed: ListedRemote }
      | { status: 'failed'; reason: string }
    ))

/** Identifies a previewed build, which has no hashes. It is compared by identity, so no registry can contain it. */
export const UNHASHED: Integrity = {}

export interface RemotesState {
  /** The menu of the operator, and who may release what (D36, D43). */
  authority: Authority
  /** The remotes of that menu and of the preview, in tab order. */
  menu: readonly ListedRemote[]
  registry: RegistryState
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
  | { type: 'failed'; outlet: Outlet; release: Release; error: Error }
  | { type: 'clear-failures'; outlet: Outlet }
  | { type: 'authority'; authority: Authority }
  | { type: 'registry'; registry: RegistryState }
  | { type: 'preview'; preview: Preview }

/** Creates the store of every remote of a page. */
export function createRemotesStore(authority: Authority) {
  const { getState, getInitialState, subscribe, setState } = createStore<RemotesState>()(() => ({
    authority,
    menu: authority.remotes,
    registry: { status: 'loading' },
    preview: { status: 'off' },
    outlets: {},
    failures: [],
  }))
  return {
    getState,
    getInitialState,
    subscribe,
    /** Resolves once the state meets a condition. */
    until: (isMet: (state: RemotesState) => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!isMet(getState())) return
          unsubscribe()
          resolve()
        }
        const unsubscribe = subscribe(check)
        check()
      }),
    dispatch: (event: RemotesEvent) => setState((state) => reduce(state, event), true),
  }
}
export type RemotesStore = ReturnType<typeof createRemotesStore>

function reduce(state: RemotesState, event: RemotesEvent): RemotesState {
  switch (event.type) {
    case 'authority':
      return { ...state, authority: event.authority, menu: menuOf(event.authority, state.preview) }
    case 'registry':
      return { ...state, registry: event.registry, failures: failuresAfter(state, event.registry) }
    case 'preview':
      return { ...state, preview: event.preview, menu: menuOf(state.authority, event.preview) }
    case 'failed':
      return withFailure(state, event.outlet, { release: event.release, error: event.error })
    case 'clear-failures':
      return { ...state, failures: state.failures.filter((failure) => !concerns(failure, event.outlet)) }
    default:
      return reduceOutlet(state, event)
  }
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
      const { mount, error } = event
      return withFailure(next, mount.outlet, { outlet: outlet.id, release: mount.release, error })
    }
    case 'close':
      return { ...next, failures: state.failures.filter((failure) => failure.outlet !== outlet.id) }
    default:
      return next
  }
}

function withFailure(
  state: RemotesState,
  { remote, module }: Outlet,
  failure: Omit<Failure, 'remote' | 'module'>,
): RemotesState {
  return { ...state, failures: [...state.failures, { remote, module, ...failure }] }
}

function concerns(failure: Failure, { id, remote, module }: Outlet): boolean {
  return failure.remote === remote && failure.module === module && (failure.outlet ?? id) === id
}

/** The failures without those of remotes whose live release changes. */
function failuresAfter({ registry, failures }: RemotesState, next: RegistryState): Failure[] {
  const liveBuild = (from: RegistryState, remote: string) => remoteIn(from, remote)?.live.build
  return failures.filter(({ remote }) => liveBuild(registry, remote) === liveBuild(next, remote))
}

export function outletOf({ outlets }: RemotesState, { id }: Pick<Outlet, 'id'>): OutletState {
  return outlets[id] ?? idle
}

/** The mounted tabs, visible or hidden. */
export function mountedTabs({ outlets }: RemotesState): Mount[] {
  return Object.values(outlets).flatMap((outlet) =>
    outlet.status === 'mounted' && outlet.mount.outlet.module === TAB_MODULE ? [outlet.mount] : [],
  )
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
    ...remotesInUse(state).flatMap((remote) => releasesOf(remote).map((release) => ({ name: remote.name, release }))),
  ]
}

/** The remote that the operator lets fill a slot, unless its release is known not to. */
export function slotOwner(state: RemotesState, slot: string): ListedRemote | undefined {
  const owner = ownerOfSlot(state.menu, slot)
  return owner && mayFill(state, owner.name, slot) ? owner : undefined
}

/** The names of the slots that remotes fill, in order and separated by spaces: equal while they are unchanged. */
export function filledSlots(state: RemotesState): string {
  const slots = state.menu.flatMap(({ name, slots }) => slots.filter((slot) => mayFill(state, name, slot)))
  return slots.sort().join(' ')
}

/** Whether the live release of a remote can fill a slot; true until it is known. */
function mayFill(state: RemotesState, name: string, slot: string): boolean {
  const remote = remoteNamed(state, name)
  if (!remote) return state.registry.status !== 'ready'
  return filesOfModule(remote.live, slotModule(slot)) !== undefined
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
export function candidatesOf(state: RemotesState, remote: RegisteredRemote, outlet: Outlet): Release[] {
  const exposing = releasesOf(remote).filter((release) => filesOfModule(release, outlet.module) !== undefined)
  return exposing.filter((release) => failureOf(state, outlet, release) === undefined)
}

/** Identifies a module of a build in the federation runtime. */
export function moduleId({ remote, module }: Pick<Outlet, 'remote' | 'module'>, release: Release): string {
  return `${containerGlobal(remote, release)}${module.slice(1)}`
}

/** All releases of a remote, the live one first. */
function releasesOf({ live, previous }: RegisteredRemote): Release[] {
  return [live, ...previous]
}

/** The remotes of the menu with a usable release, in tab order; none while the registry is unknown, but for a preview. */
export function remotesInUse(state: RemotesState): RegisteredRemote[] {
  return state.menu.flatMap(({ name }) => remoteNamed(state, name) ?? [])
}

/** The remote of the preview, or of the registry. @returns undefined while the registry is unknown, and without a usable release */
export function remoteNamed({ registry, preview }: RemotesState, name: string): RegisteredRemote | undefined {
  const isPreviewed = preview.status === 'on' && preview.remote.name === name
  return isPreviewed ? preview.remote : remoteIn(registry, name)
}

/** A previewed remote replaces the one with its name, and one that was listed since with a tab that looks alike. */
function menuOf({ remotes }: Authority, preview: Preview): readonly ListedRemote[] {
  if (preview.status !== 'on') return remotes
  const { name, tab } = preview.listed
  const others = remotes.filter((other) => other.name !== name && !isConfusable(other.tab, tab))
  return [...others, preview.listed].sort(byTabOrder)
}

function remoteIn(registry: RegistryState, remote: string): RegisteredRemote | undefined {
  return registry.status === 'ready' ? registry.remotes.find(({ name }) => name === remote) : undefined
}
