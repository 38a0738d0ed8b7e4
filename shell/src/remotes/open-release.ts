import type { ComponentType } from 'react'
import type { RegisteredRemote, Release } from 'registry'
import type { TabProps } from 'shared-auth'
import { candidatesOf, failureOf, noteFailure } from './failed-releases'
import { loadRelease } from './load-release'

/** A release that is loaded and can be rendered. */
export interface OpenedRelease {
  release: Release
  Tab: ComponentType<TabProps>
}

/** How long a release may take before the one before it starts to load beside it. */
const HEDGE_MS = 1200

/**
 * Loads the best release of a remote that works. A failed one is remembered and the next one loads at once; beside a
 * slow one the next one loads too and the first that is ready is taken, but the slow one is not held to be broken.
 *
 * @throws Error saying of every release why it cannot be used, when none is left
 */
export async function openRelease(remote: RegisteredRemote): Promise<OpenedRelease> {
  try {
    return await openFirst(remote.name, candidatesOf(remote))
  } catch {
    throw new Error(`No release of ${remote.name} is left. ${passedOver(remote)}`)
  }
}

/** Why a remote's releases before the given one are not shown; all of them unless one is given. */
export function passedOver({ name, live, previous }: RegisteredRemote, shown?: Release): string {
  const releases = [live, ...previous]
  const before = shown ? releases.slice(0, releases.indexOf(shown)) : releases
  return before.map((release) => failureOf(name, release) ?? slow(name, release)).join(' ')
}

async function openFirst(remote: string, [release, ...rest]: Release[]): Promise<OpenedRelease> {
  if (!release) throw new Error(`${remote} has no other release.`)
  const opening = open(remote, release)
  return Promise.any([opening, failedOrSlow(opening).then(() => openFirst(remote, rest))])
}

async function open(remote: string, release: Release): Promise<OpenedRelease> {
  try {
    const { default: Tab } = await loadRelease(remote, release)
    return { release, Tab }
  } catch (error) {
    noteFailure(remote, release, error)
    throw error
  }
}

function failedOrSlow(opening: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, HEDGE_MS)
    opening.then(
      () => clearTimeout(timer),
      () => {
        clearTimeout(timer)
        resolve()
      },
    )
  })
}

function slow(remote: string, { version, entry }: Release): string {
  return `${remote} ${version} (${entry}) was not ready in ${HEDGE_MS / 1000} s.`
}
