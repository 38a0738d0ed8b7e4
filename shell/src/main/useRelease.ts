import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RegisteredRemote, Release } from 'registry'
import { candidatesOf, forgetFailures, noteFailure } from '../remotes/failed-releases'
import { dropReplaced } from '../remotes/load-release'
import { loadWhenIdle } from '../remotes/load-when-idle'
import { callEarly } from '../remotes/open-early'
import { openRelease } from '../remotes/open-release'
import { noteShown } from '../remotes/report'
import { reportFailure, reportFallback } from '../remotes/report-release'
import { remoteForOpening, remoteForRetry } from '../remotes/reread'
import { type Mount, useMounts } from './useMounts'

/** How far a tab has come. */
type Opening =
  | { status: 'closed' | 'loading' | 'failed' }
  | { status: 'open'; remote: RegisteredRemote; release: Release }

/**
 * Which release of a remote its tab shows. It is chosen when the tab becomes active, and never changes under the user:
 * a newer one waits for the next opening, a broken one gives way to the one before it.
 *
 * @param remote as the registry names it
 */
export function useRelease(remote: RegisteredRemote, isActive: boolean) {
  const [opening, setOpening] = useState<Opening>({ status: 'closed' })
  const { mounts, mount, keepOnly } = useMounts()
  const isGone = useRef(false)

  async function open(asked: Promise<RegisteredRemote>) {
    setOpening({ status: 'loading' })
    keepOnly()
    callEarly(remote)
    const current = await asked
    const release = await openRelease(current, mount).catch((error: Error) => {
      if (!isGone.current) reportFailure(current.name, current.live, error)
    })
    if (isGone.current) return
    if (!release) {
      noteShown(current.name, null)
      return setOpening({ status: 'failed' })
    }
    setOpening({ status: 'open', remote: current, release })
    keepOnly(release)
    noteShown(current.name, release)
    dropReplaced(current, release)
    if (release !== current.live) reportFallback(current, release)
    loadWhenIdle()
  }

  const onActivate = useEffectEvent(() => {
    if (opening.status === 'closed' || (opening.status !== 'loading' && hasBetter(remote, opening))) {
      open(remoteForOpening(remote))
    }
  })
  useEffect(() => {
    if (isActive) onActivate()
  }, [isActive])

  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      noteShown(remote.name, null)
    }
  }, [remote.name])

  function onThrow({ release, onThrow: tellOpening }: Mount, error: unknown) {
    if (opening.status !== 'open') return tellOpening(error)
    noteShown(remote.name, null)
    noteFailure(remote.name, release, error)
    reportFailure(remote.name, release, error)
    keepOnly()
    setOpening({ status: 'failed' })
  }

  /** Goes on with the releases that are left; when none is, all of them get another chance. */
  function retry() {
    if (candidatesOf(remote).length === 0) forgetFailures(remote)
    open(remoteForRetry(remote))
  }

  return { opening, mounts, onThrow, retry }
}

/** A live release that was passed over stays so: opening its tab anew would lose the state of the one that stands in. */
function hasBetter(remote: RegisteredRemote, opening: Opening): boolean {
  const [best] = candidatesOf(remote)
  if (!best || opening.status !== 'open') return best !== undefined
  return remote.live.build !== opening.remote.live.build && best.build !== opening.release.build
}
