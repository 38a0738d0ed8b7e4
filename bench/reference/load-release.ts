import type { TabModule } from 'shared-auth'

/** The tabs as lazy parts of one bundle. */
const tabs: Record<string, () => Promise<TabModule>> = {
  'mf-users': () => import('mf-users/src/Tab'),
  'mf-codes': () => import('mf-codes/src/Tab'),
  'mf-scores': () => import('mf-scores/src/Tab'),
  'mf-referrals': () => import('mf-referrals/src/Tab'),
  'mf-reports': () => import('mf-reports/src/Tab'),
}

export async function loadRelease(remote: string): Promise<TabModule> {
  const load = tabs[remote]
  if (!load) throw new Error(`The reference has no ${remote}.`)
  return load()
}

export const dropRelease = () => undefined
export const dropReplaced = () => undefined
