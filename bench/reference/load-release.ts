import type { TabModule } from 'shared-auth'

/** The tabs as lazy parts of one bundle: each a chunk with the name of its remote. */
const tabs: Record<string, () => Promise<TabModule>> = {
  'mf-users': () => import(/* webpackChunkName: 'mf-users' */ 'mf-users/src/Tab'),
  'mf-codes': () => import(/* webpackChunkName: 'mf-codes' */ 'mf-codes/src/Tab'),
  'mf-scores': () => import(/* webpackChunkName: 'mf-scores' */ 'mf-scores/src/Tab'),
  'mf-referrals': () => import(/* webpackChunkName: 'mf-referrals' */ 'mf-referrals/src/Tab'),
  'mf-reports': () => import(/* webpackChunkName: 'mf-reports' */ 'mf-reports/src/Tab'),
}

export async function loadRelease(remote: string): Promise<TabModule> {
  const load = tabs[remote]
  if (!load) throw new Error(`The reference has no ${remote}.`)
  return load()
}

export const dropRelease = () => undefined
export const dropReplaced = () => undefined
