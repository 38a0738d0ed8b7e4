import type { Tab } from '@canje/registry'
import type { ExtensionModule, TabModule } from '@canje/shared-auth'
import { canje as codes } from 'mf-codes/package.json'
import { canje as referrals } from 'mf-referrals/package.json'
import { canje as reports } from 'mf-reports/package.json'
import { canje as scores } from 'mf-scores/package.json'
import { canje as users } from 'mf-users/package.json'

/** A tab of the bundle, in a lazy chunk named after its remote. */
interface LazyTab {
  name: string
  tab: Tab
  load: () => Promise<TabModule>
  /** What the remote provides, by slot. */
  slots: Record<string, () => Promise<ExtensionModule>>
}

/** The tabs at build time, in display order. */
export const TABS = [
  lazy('mf-users', users, () => import(/* webpackChunkName: 'mf-users' */ 'mf-users/src/Tab'), {
    'detalle:usuario': () => import(/* webpackChunkName: 'mf-users-detail' */ 'mf-users/src/detail/PersonDetail'),
  }),
  lazy('mf-codes', codes, () => import(/* webpackChunkName: 'mf-codes' */ 'mf-codes/src/Tab'), {
    'detalle:codigo': () => import(/* webpackChunkName: 'mf-codes-detail' */ 'mf-codes/src/detail/CodeDetail'),
  }),
  lazy('mf-scores', scores, () => import(/* webpackChunkName: 'mf-scores' */ 'mf-scores/src/Tab')),
  lazy('mf-referrals', referrals, () => import(/* webpackChunkName: 'mf-referrals' */ 'mf-referrals/src/Tab')),
  lazy('mf-reports', reports, () => import(/* webpackChunkName: 'mf-reports' */ 'mf-reports/src/Tab')),
].sort((one, other) => one.tab.order - other.tab.order)

function lazy(name: string, { tab }: { tab: Tab }, load: LazyTab['load'], slots: LazyTab['slots'] = {}): LazyTab {
  return { name, tab, load, slots }
}
