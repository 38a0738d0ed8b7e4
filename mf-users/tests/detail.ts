import { backend, PanelStub, renderTab } from '@canje/tab-testing'
import PersonDetail from '../src/detail/PersonDetail'
import { users } from './tab'

/** The slots that the panel of a person opens. */
const extensions = { 'detalle:usuario': PersonDetail, 'detalle:codigo': PanelStub }

const LISTS = [
  'SelectUsers',
  'SelectCodes',
  'SelectScores',
  'SelectReferrals',
  'SelectReport',
  'SelectScoreReferrals',
] as const

/** The responses of the service; empty lists by default. */
export function respond(lists: Partial<Record<(typeof LISTS)[number], readonly unknown[]>>) {
  for (const list of LISTS) backend.respond(list, { data: lists[list] ?? [] })
}

/** Mounts the tab with details open, or closed. */
export function openPerson(detail = '') {
  const params = detail === '' ? '' : new URLSearchParams({ detalle: detail }).toString()
  return renderTab(users.Tab, { extensions, params })
}
