import type { ComponentType } from 'react'
import type { RegisteredRemote, Release } from 'registry'
import type { TabProps } from 'shared-auth'
import { candidatesOf, failureOf, noteFailure } from './failed-releases'
import { dropRelease, loadRelease } from './load-release'
import { withinTimeLimit } from './time-limit'

/** A release that is loaded and can be rendered. */
export interface OpenedRelease {
  release: Release
  Tab: ComponentType<TabProps>
}

/** How long a release may take to be shown before the one before it is opened beside it, and still be there in 2 s. */
const HEDGE_MS = 1000

/** A first render may wait for more code, as long as a tab's own may take to load. */
const MOUNT_MS = 15_000

/** One opening of a tab. */
interface Opening {
  remote: string
  mount: (opened: OpenedRelease) => Promise<void>
  isOver: boolean
}

/**
 * Shows the best release of a remote that works. A failed one is remembered and the next one is opened at once; beside
 * a slow one the next one is opened too and the first that is shown is taken, but the slow one is not held to be broken.
 *
 * @param mount renders a release; settled when that has come about or thrown
 * @returns the release that is shown
 * @throws Error saying of every release why it cannot be used, when none is left
 */
export async function openRelease(remote: RegisteredRemote, mount: Opening['mount']): Promise<Release> {
  const opening = { remote: remote.name, mount, isOver: false }
  try {
    return await openFirst(opening, candidatesOf(remote))
  } catch {
    throw new Error(`No release of ${remote.name} is left. ${passedOver(remote)}`)
  } finally {
    opening.isOver = true
  }
}

/** Why a remote's releases before the given one are not shown; all of them unless one is given. */
export function passedOver({ name, live, previous }: RegisteredRemote, shown?: Release): string {
  const releases = [live, ...previous]
  const before = shown ? releases.slice(0, releases.indexOf(shown)) : releases
  return before.map((release) => failureOf(name, release) ?? slow(name, release)).join(' ')
}

async function openFirst(opening: Opening, [release, ...rest]: Release[]): Promise<Release> {
  if (!release) throw new Error(`${opening.remote} has no other release.`)
  const shown = open(opening, release)
  const next = withinTimeLimit(shown, HEDGE_MS, slow(opening.remote, release)).catch(() => openFirst(opening, rest))
  return Promise.any([shown, next])
}

async function open(opening: Opening, release: Release): Promise<Release> {
  const opened = await load(opening.remote, release)
  if (!opening.isOver) await mountInTime(opening, opened)
  return release
}

async function load(remote: string, release: Release): Promise<OpenedRelease> {
  try {
    const { default: Tab } = await loadRelease(remote, release)
    return { release, Tab }
  } catch (error) {
    noteFailure(remote, release, error)
    throw error
  }
}

async function mountInTime(opening: Opening, opened: OpenedRelease): Promise<void> {
  const { remote } = opening
  const { release } = opened
  const complaint = `${remote} ${release.version} did not mount in ${MOUNT_MS / 1000} s.`
  try {
    await withinTimeLimit(opening.mount(opened), MOUNT_MS, complaint)
  } catch (error) {
    // One that has given way is rendered no more: that it does not finish then says nothing about it.
    if (opening.isOver) return
    noteFailure(remote, release, error)
    dropRelease(remote, release)
    throw error
  }
}

function slow(remote: string, { version, entry }: Release): string {
  return `${remote} ${version} (${entry}) was not ready in ${HEDGE_MS / 1000} s.`
}
