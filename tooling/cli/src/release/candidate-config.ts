import { listingOf } from '@canje/registry'
import { type ReleaseStore, type RemoteLog, readLog } from '@canje/release-store'
import type { CandidateShell } from './candidate-shell'
import { slotsNotGranted } from './checks/grants'
import { logFindings, trustOf } from './checks/logs'
import { leavesOut, notAccepted } from './checks/orphans'
import type { Finding } from './findings'

/** What the root of trust of a candidate says about a store. */
interface CheckedConfig {
  isOfStore: boolean
  findings: Finding[]
  notes: string[]
}

/** Compares what a candidate lists and trusts with the remotes of a store. */
export async function checkConfig(
  { hasConfig, label, ...shell }: CandidateShell,
  logs: RemoteLog[],
  store: ReleaseStore,
): Promise<CheckedConfig> {
  if (!hasConfig) return { isOfStore: false, findings: [], notes: [] }
  const named = { ...shell, url: label }
  const { authority } = shell.config
  const { storeId, findings: leftOut } = authority
  if (!logs.some((log) => log.storeId === storeId)) {
    const note = `The shell at ${label} reads the store ${storeId}, and ${store.location} is another one.`
    return { isOfStore: false, findings: [], notes: [note] }
  }
  const listed = logs.filter(({ name }) => listingOf(authority, name))
  const trusted = await Promise.all(listed.map(({ name }) => readLog(store, name, trustOf([named], name))))
  const fix = 'Correct operatorKeys and remotes in its config.json (docs/registry-format.md).'
  const findings = [
    ...leftOut.map(({ reason }): Finding => ({ code: 'not-listed', message: leavesOut(label, reason), fix })),
    ...trusted.flatMap(logFindings).map(({ message }): Finding => {
      return { code: 'key-not-trusted', message: `The shell at ${label} refuses a remote: ${message}`, fix }
    }),
  ]
  const slots = logs.flatMap(({ name, head }) => slotsNotGranted([named], { name, ...head?.state.live }))
  const unlisted = (await notAccepted(store, [named])).slice(leftOut.length)
  return { isOfStore: true, findings, notes: [...unlisted, ...slots] }
}
