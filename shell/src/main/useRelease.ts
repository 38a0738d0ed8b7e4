import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RegisteredRemote, Release } from 'registry'
import { candidatesOf, forgetFailures, noteFailure } from '../remotes/failed-releases'
import { dropRelease, dropReplaced } from '../remotes/load-release'
import { type OpenedRelease, openRelease, passedOver } from '../remotes/open-release'
import { reread } from '../remotes/registry-store'
import { noteShown, report, reported } from '../remotes/report'

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
    const current = await asked
    const opened = await openRelease(current).catch((error: Error) => {
      if (attempt === lastAttempt.current) reportFailure(current, current.live, error)
    })
    if (attempt !== lastAttempt.current) return
    setOpening(opened ? { status: 'open', attempt, remote: current, isShown: false, ...opened } : { status: 'failed' })
  }

  const onActivate = useEffectEvent(() => {
    const [best] = candidatesOf(remote)
    const shown = opening.status === 'open' ? opening.release : undefined
    if (opening.status === 'closed' || (opening.status !== 'loading' && best && best.build !== shown?.build)) {
      open(remote)
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
    if (isShown) {
      reportFailure(from, release, error)
      setOpening({ status: 'failed' })
    } else {
      noteFailure(from.name, release, error)
      dropRelease(from.name, release)
      open(from)
    }
  }

  function retry() {
    forgetFailures(remote)
    open(reread(remote))
  }

  return { opening, onShown, onThrow, retry }
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
