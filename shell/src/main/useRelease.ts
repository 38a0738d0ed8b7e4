import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RegisteredRemote, Release } from 'registry'
import { candidatesOf, forgetFailures, noteFailure } from '../remotes/failed-releases'
import { dropRelease, dropReplaced } from '../remotes/load-release'
import { callEarly } from '../remotes/open-early'
import { type OpenedRelease, openRelease, passedOver } from '../remotes/open-release'
import { reread } from '../remotes/registry-store'
import { noteShown, report, reported } from '../remotes/report'

/** How long a tab that opens waits for the registry: it may name a newer release by now. */
const OPENING_MS = 300

/** How long a release may take to mount while another one could stand in for it. */
const MOUNT_MS = 3000

/** How far a tab has come; `attempt` tells one opening from another. */
type Opening =
  | { status: 'closed' | 'loading' | 'failed' }
  | ({ status: 'open'; attempt: number; remote: RegisteredRemote; isShown: boolean } & OpenedRelease)

/**
 * Which release of a remote its tab shows. It is chosen when the tab becomes active, and never changes under the user:
 * a newer one waits for the next opening, a broken one gives way to the one before it.
 *
 * @param remote as the registry names it
 */
export function useRelease(remote: RegisteredRemote, isActive: boolean) {
  const [opening, setOpening] = useState<Opening>({ status: 'closed' })
  const lastAttempt = useRef(0)

  async function open(asked: RegisteredRemote | Promise<RegisteredRemote>) {
    lastAttempt.current += 1
    const attempt = lastAttempt.current
    setOpening({ status: 'loading' })
    callEarly(remote)
    const current = await asked
    const opened = await openRelease(current).catch((error: Error) => {
      if (attempt === lastAttempt.current) reportFailure(current, current.live, error)
    })
    if (attempt !== lastAttempt.current) return
    setOpening(opened ? { status: 'open', attempt, remote: current, isShown: false, ...opened } : { status: 'failed' })
  }

  const onActivate = useEffectEvent(() => {
    if (opening.status === 'closed' || (opening.status !== 'loading' && hasBetter(remote, opening))) {
      open(reread(remote, OPENING_MS))
    }
  })
  useEffect(() => {
    if (isActive) onActivate()
  }, [isActive])

  useEffect(
    () => () => {
      lastAttempt.current += 1
      noteShown(remote.name, null)
    },
    [remote.name],
  )

  function onShown() {
    if (opening.status !== 'open') return
    const { remote: from, release } = opening
    setOpening({ ...opening, isShown: true })
    noteShown(from.name, release)
    dropReplaced(from, release)
    if (release !== from.live) reportFallback(from, release)
  }

  function onThrow(error: unknown) {
    if (opening.status !== 'open') return
    const { remote: from, release, isShown } = opening
    noteShown(from.name, null)
    noteFailure(from.name, release, error)
    if (isShown) {
      reportFailure(from, release, error)
      setOpening({ status: 'failed' })
    } else {
      dropRelease(from.name, release)
      open(from)
    }
  }

  const isMounting = opening.status === 'open' && !opening.isShown
  const onSlowMount = useEffectEvent(() => {
    if (opening.status !== 'open') return
    const { remote: from, release } = opening
    const hasOther = candidatesOf(from).some(({ build }) => build !== release.build)
    if (hasOther) onThrow(new Error(`${from.name} ${release.version} did not mount in ${MOUNT_MS / 1000} s.`))
  })
  useEffect(() => {
    if (!isMounting) return
    const timer = setTimeout(() => onSlowMount(), MOUNT_MS)
    return () => clearTimeout(timer)
  }, [isMounting])

  /** Goes on with the releases that are left; when none is, all of them get another chance. */
  function retry() {
    if (candidatesOf(remote).length === 0) forgetFailures(remote)
    open(reread(remote))
  }

  return { opening, onShown, onThrow, retry }
}

/** A live release that was passed over stays so: opening its tab anew would lose the state of the one that stands in. */
function hasBetter(remote: RegisteredRemote, opening: Opening): boolean {
  const [best] = candidatesOf(remote)
  if (!best || opening.status !== 'open') return best !== undefined
  return remote.live.build !== opening.remote.live.build && best.build !== opening.release.build
}

function reportFallback(remote: RegisteredRemote, release: Release): void {
  const { name, live } = remote
  const reason = passedOver(remote, release)
  report({ type: 'fallback', remote: name, from: reported(live), to: reported(release), reason })
}

function reportFailure({ name }: RegisteredRemote, release: Release, error: unknown): void {
  console.error(error)
  report({ type: 'tab-failed', remote: name, from: reported(release), reason: String(error) })
}
