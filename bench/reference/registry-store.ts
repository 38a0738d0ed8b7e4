import codes from 'mf-codes/package.json'
import referrals from 'mf-referrals/package.json'
import reports from 'mf-reports/package.json'
import scores from 'mf-scores/package.json'
import users from 'mf-users/package.json'
import { byTabOrder, type RegisteredRemote } from 'registry'
import { create } from 'zustand'
import type { TabFiles } from './tab-files-plugin'

interface Described {
  name: string
  version: string
  canje: { tab: RegisteredRemote['live']['tab']; prefetch?: string[]; prefetchByPost?: string[] }
}

/** The files of each tab and their hashes, which the page names; none in development. */
const files: TabFiles = JSON.parse(document.getElementById('tab-files')?.textContent ?? '{}')

/** The tabs that were there when the bundle was built. */
const remotes = [users, codes, scores, referrals, reports].map(described).sort(byTabOrder)

export const useRegistry = create(() => ({
  status: 'ready' as const,
  serial: 1,
  remotes,
  reread: async () => undefined,
}))

function described({ name, version, canje }: Described): RegisteredRemote {
  const integrity = files[name] ?? {}
  const [first = name, ...preload] = Object.keys(integrity)
  const built = { build: 'reference', commit: null, builtAt: '', requires: {} }
  const live = { ...built, ...canje, version, entry: `${location.origin}/${first}`, integrity, preload }
  return { name, live, previous: [] }
}
